declare module "catalog:duel" {
  // biome-ignore lint/suspicious/noExplicitAny: app/catalog.ts says what is in it
  const data: any;
  export default data;
}
declare module "catalog:wonders" {
  // biome-ignore lint/suspicious/noExplicitAny: app/catalog.ts says what is in it
  const data: any;
  export default data;
}
declare module "*.css";

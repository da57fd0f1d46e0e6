declare module "catalog:duel" {
  const data: any; // eslint-disable-line
  export default data;
}
declare module "catalog:wonders" {
  const data: any; // eslint-disable-line
  export default data;
}
declare module "*.css";

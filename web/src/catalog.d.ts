declare module "catalog:duel" {
  const data: import("./games/duel/catalog").RawDuel;
  export default data;
}
declare module "catalog:wonders" {
  const data: import("./games/wonders/catalog").RawWonders;
  export default data;
}
declare module "*.css";
declare module "lesson:duel" {
  const data: import("./games/lessons").Script;
  export default data;
}
declare module "lesson:wonders" {
  const data: import("./games/lessons").Script;
  export default data;
}
declare module "worth:wonders" {
  const data: Record<string, Record<string, Record<string, import("./games/wonders/worth").Worth>>>;
  export default data;
}

export * from "./client";
export * from "./types";
export { Changes } from "./changes";

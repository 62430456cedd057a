export * from "./canonical";
export * from "./edits";
export * from "./reading";
export * from "./rule";
export * from "./shares";
export * from "./types";
export * from "./merge";
export * from "./marks";

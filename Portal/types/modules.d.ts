// Types of imported files, and of packages without their own, as far as the portal uses them.

declare module "*.css";

declare module "*.wasm" {
  const address: string;
  export default address;
}

declare module "csstype" {
  export interface Properties<Length = string | number> {
    [property: string]: Length | string | number | undefined;
  }
}

declare module "prop-types" {
  export type Validator<T> = (value: T) => Error | null;
  export type Requireable<T> = Validator<T | null | undefined>;
  export type ValidationMap<T> = { [K in keyof T]?: Validator<T[K]> };
  export type ReactNodeLike = unknown;
  export type ReactElementLike = unknown;
  export type ReactComponentLike = unknown;
  export type WeakValidationMap<T> = { [K in keyof T]?: Validator<T[K]> };
  export type InferProps<T> = { [K in keyof T]?: unknown };
}

declare module "*.json" {
  const value: unknown;
  export default value;
}

declare module "blocks.txt" {
  const styles: string;
  export default styles;
}

declare module "icons.txt" {
  const drawings: string;
  export default drawings;
}

declare module "vocabulary.txt" {
  const rules: string;
  export default rules;
}

/**
 * A text; `{name}` is a placeholder. Where a number decides, one form per plural category.
 */
export type Message = string | { one: string; other: string };

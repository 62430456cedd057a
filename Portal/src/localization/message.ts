/**
 * A text; `{name}` is a placeholder. If it depends on a number, one form for each plural category.
 */
export type Message = string | { one: string; other: string };

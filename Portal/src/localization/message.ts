/** A text with placeholders such as `{name}`, or its singular and plural, chosen by `count`. */
export type Message = string | { one: string; other: string };

// Texts with placeholders, in the syntax of the engine's English texts: `{name}` is an argument in
// its usual format, `{name:style}` one in a style, `{name|one|many}` a choice by a number or a
// list's length, `#` being the number. `[[…]]` is left out when one of its arguments is missing;
// `{{` and `}}` are braces.

export type Argument =
  | null | boolean | number | string | Argument[] | { [name: string]: Argument | undefined };
export type Arguments = { [name: string]: Argument | undefined };
/** An argument, formatted for a sentence. */
export type Format = (value: Argument, style: string) => string;

const piece = /\{\{|\}\}|\{(\w+)(?::(\w+))?(?:\|([^|}]*)\|([^}]*))?\}/g;

/** The names of a template's arguments. */
export function argumentNames(template: string): string[] {
  return [...template.matchAll(piece)].flatMap((match) => match[1] ?? []);
}

/** The template with its placeholders filled in. */
export function fill(template: string, values: Arguments, format: Format): string {
  return template.replace(/\[\[(.*?)\]\](?!\])/g, (_, section: string) => (
    argumentNames(section).every((name) => values[name] !== undefined) ? section : ""
  )).replace(piece, (whole, name?: string, style = "", one?: string, many?: string) => {
    if (name === undefined) return whole.slice(1);
    const value = values[name] ?? null;
    if (one === undefined || many === undefined) return format(value, style);
    const count = Array.isArray(value) ? value.length : Number(value);
    return (count === 1 ? one : many).replace("#", format(count, ""));
  });
}

/** The template with texts inserted without formatting. */
export function plain(template: string, values: Arguments): string {
  return fill(template, values, (value) => String(value));
}

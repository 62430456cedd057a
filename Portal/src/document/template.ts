// Texts with placeholders, parsed as in the engine: `{name}`, and `{{` or `}}` for a literal brace.

/** A part of a text: literal text, or a placeholder with its braces. */
export interface TemplatePart {
  text: string;
  isPlaceholder: boolean;
}

/** The parts of a text, in order; concatenated, they equal the text. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let literal = "";
  let index = 0;
  while (index < template.length) {
    const character = template[index] ?? "";
    const end = character === "{" ? template.indexOf("}", index) : -1;
    if ((character === "{" || character === "}") && template[index + 1] === character) {
      literal += character + character;
      index += 2;
    } else if (end > 0) {
      if (literal !== "") parts.push({ text: literal, isPlaceholder: false });
      literal = "";
      parts.push({ text: template.slice(index, end + 1), isPlaceholder: true });
      index = end + 1;
    } else {
      literal += character;
      index += 1;
    }
  }
  return literal === "" ? parts : [...parts, { text: literal, isPlaceholder: false }];
}

/** The placeholders of a text, such as `{name}`, sorted. */
export const placeholdersOf = (template: string): string[] =>
  templateParts(template).filter((part) => part.isPlaceholder).map((part) => part.text).sort();

// Texts with placeholders, read as the engine does: `{name}`, and `{{` for a brace itself.

/** A part of a text: literal text, or a placeholder with its braces. */
export interface TemplatePart {
  text: string;
  isPlaceholder: boolean;
}

/** The parts of a text, in order; joined they give the text. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let words = "";
  let index = 0;
  while (index < template.length) {
    const letter = template[index] ?? "";
    const end = letter === "{" ? template.indexOf("}", index) : -1;
    if ((letter === "{" || letter === "}") && template[index + 1] === letter) {
      words += letter + letter;
      index += 2;
    } else if (end > 0) {
      if (words !== "") parts.push({ text: words, isPlaceholder: false });
      words = "";
      parts.push({ text: template.slice(index, end + 1), isPlaceholder: true });
      index = end + 1;
    } else {
      words += letter;
      index += 1;
    }
  }
  return words === "" ? parts : [...parts, { text: words, isPlaceholder: false }];
}

/** The placeholders of a text, such as `{name}`, sorted. */
export const placeholdersOf = (template: string): string[] =>
  templateParts(template).filter((part) => part.isPlaceholder).map((part) => part.text).sort();

// CSV tables (RFC 4180).

// The characters that start a formula in spreadsheets, including full-width forms.
const formula = "[=+\\-@\\t\\r\\n\uFF1D\uFF0B\uFF0D\uFF20]";
const dangerous = new RegExp(`^'*${formula}`);

/**
 * Rows as CSV. An apostrophe prevents a spreadsheet from running a value as a formula, and is added
 * even if there are some before the formula, so that reading restores the exact value.
 */
export function toCSV(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cell = (value: string | number | undefined) => {
    const text = String(value ?? "");
    const plain = typeof value === "string" && dangerous.test(text) ? `'${text}` : text;
    return /[",\r\n;\t]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** The error of an unterminated quoted cell. */
export class TableError extends Error {
  readonly line: number;

  constructor(line: number) {
    super(`Unclosed quotation mark in line ${line}.`);
    this.line = line;
  }
}

/** The cells of a CSV text; an unterminated quote ends with the text. */
export const parseCSV = (text: string): string[][] => rowsOf(text).map((row) => row.cells);

/** The cells of a CSV text, with the first line of each row; throws `TableError`. */
export function parseTable(text: string): { line: number; cells: string[] }[] {
  return rowsOf(text, (line) => {
    throw new TableError(line);
  });
}

/**
 * Parses rows. The separator is the most frequent of comma, semicolon and tab in the first line;
 * `onOpenQuote` is called with the first line of a row that ends within quotes.
 */
function rowsOf(
  text: string, onOpenQuote: (line: number) => void = () => {},
): { line: number; cells: string[] }[] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: { line: number; cells: string[] }[] = [];
  let row: string[] = [];
  let line = 1;
  let first = 1;
  let cell = "";
  let isQuoted = false;
  for (let index = 0; index < source.length; index += 1) {
    const letter = source[index] ?? "";
    if (letter === "\n" || (letter === "\r" && source[index + 1] !== "\n")) line += 1;
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (source[index + 1] === '"') {
        cell += '"';
        index += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === "") isQuoted = true;
    else if (letter === separator) {
      row.push(cell);
      cell = "";
    } else if (letter === "\n" || letter === "\r") {
      if (letter === "\r" && source[index + 1] === "\n") {
        index += 1;
        line += 1;
      }
      rows.push({ line: first, cells: [...row, cell] });
      row = [];
      cell = "";
      first = line;
    } else cell += letter;
  }
  if (isQuoted) onOpenQuote(first);
  if (cell !== "" || row.length > 0) rows.push({ line: first, cells: [...row, cell] });
  // The apostrophe that protects a cell from being a formula is not part of its value.
  return rows.filter(({ cells }) => cells.some((value) => value !== "")).map((parsed) => ({
    ...parsed,
    cells: parsed.cells.map((value) => (dangerous.test(value) ? value.replace(/^'/, "") : value)),
  }));
}

function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [",", ";", "\t"].map(
    (separator) => [first.split(separator).length, separator] as const);
  return counts.reduce((most, next) => (next[0] > most[0] ? next : most))[1];
}

/** Offers a text to the user as a download. */
export function download(name: string, text: string, type = "text/csv"): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

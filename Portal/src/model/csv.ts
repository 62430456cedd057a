// Tables as text that spreadsheets read and write (RFC 4180).

/** Rows as CSV. An apostrophe keeps a spreadsheet from running a value as a formula. */
export function toCSV(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cell = (value: string | number | undefined) => {
    const text = String(value ?? "");
    const plain = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
  };
  return `${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** The cells of a CSV text; the separator is what its first line has most of. */
export function parseCSV(text: string): string[][] {
  const source = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(source);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let index = 0; index < source.length; index += 1) {
    const letter = source[index] ?? "";
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
      if (letter === "\r" && source[index + 1] === "\n") index += 1;
      rows.push([...row, cell]);
      row = [];
      cell = "";
    } else cell += letter;
  }
  if (cell !== "" || row.length > 0) rows.push([...row, cell]);
  // The apostrophe that keeps a cell from being a formula is not part of it.
  return rows.filter((one) => one.some((value) => value !== ""))
    .map((one) => one.map((value) => value.replace(/^'(?=[=+\-@\t\r])/, "")));
}

function separatorOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const counts = [",", ";", "\t"].map((one) => [first.split(one).length, one] as const);
  return counts.reduce((most, one) => (one[0] > most[0] ? one : most))[1];
}

/** Hands a text to the person as a file. */
export function download(name: string, text: string, type = "text/csv"): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

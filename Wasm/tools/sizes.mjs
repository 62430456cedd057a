// Ranks the contents of a WebAssembly file with names: its largest functions, then its types.
//
//   node Wasm/tools/sizes.mjs FILE [COUNT]
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const [file, count = "40"] = process.argv.slice(2);
const bytes = readFileSync(file);
let offset = 8;

function leb() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[offset++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
}

function text() {
  const length = leb();
  offset += length;
  return bytes.toString("utf8", offset - length, offset);
}

const sizes = [];
const names = new Map();
let imported = 0;
const sections = {};
while (offset < bytes.length) {
  const id = bytes[offset++];
  const length = leb();
  const end = offset + length;
  sections[id] = (sections[id] ?? 0) + length;
  if (id === 2) imported = leb(); // NB: counts imports of any kind; the engine has none
  if (id === 10) {
    for (let left = leb(); left > 0; left--) {
      const size = leb();
      sizes.push(size);
      offset += size;
    }
  }
  if (id === 0 && text() === "name") {
    while (offset < end) {
      const kind = bytes[offset++];
      const stop = leb() + offset;
      if (kind === 1) for (let left = leb(); left > 0; left--) names.set(leb(), text());
      offset = stop;
    }
  }
  offset = end;
}

const mangled = sizes.map((_, index) => names.get(index + imported) ?? "?");
const demangled = execFileSync("swift-demangle", ["-simplified", "-compact"], {
  input: mangled.join("\n"), encoding: "utf8", maxBuffer: 1 << 28,
}).split("\n");
const functions = sizes.map((size, index) => ({ size, name: demangled[index] ?? mangled[index] }));
functions.sort((left, right) => right.size - left.size);
const total = functions.reduce((sum, item) => sum + item.size, 0);
const data = sections[11] ?? 0;
console.log(`${total} bytes of code in ${functions.length} functions, ${data} of data`);
for (const { size, name } of functions.slice(0, Number(count))) {
  console.log(`${String(size).padStart(7)}  ${name.slice(0, 150)}`);
}

const types = new Map();
for (const { size, name } of functions) {
  const bare = name.replace(/^(specialized |static |(implicit )?closure #\d+ in )+/, "");
  const kind = bare.startsWith("outlined") ? "(copying and destroying values)"
    : name.startsWith("specialized") ? `specialized ${bare.match(/^\w+/)?.[0]}`
      : bare.match(/^\w+/)?.[0] ?? bare;
  const entry = types.get(kind) ?? { size: 0, functions: 0 };
  types.set(kind, { size: entry.size + size, functions: entry.functions + 1 });
}
const ranking = [...types].sort((left, right) => right[1].size - left[1].size);
console.log("\nBy type:");
for (const [kind, entry] of ranking.slice(0, Number(count))) {
  console.log(`${String(entry.size).padStart(7)}  ${kind} (${entry.functions} functions)`);
}

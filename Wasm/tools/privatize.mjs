// Makes the functions of a module of LLVM's textual language private to it, and takes the words
// that Swift's convention adds to every call from those functions that are only called by name.
//
//   node Wasm/tools/privatize.mjs FROM TO EXPORT…
//
// Only the exports that are named stay: what they do not need is not in the module.
//
// The optimizer may take apart functions that nothing outside can call: it drops parameters and
// results that nobody uses. The Swift compiler leaves functions open to other modules, of which
// there are none.
// A WebAssembly function of Swift's convention has a word for `self` and a word for errors even if
// it needs neither, as a caller through a pointer cannot know; who calls it by name does know.
import { readFileSync, writeFileSync } from "node:fs";

const [from, to, ...exported] = process.argv.slice(2);
const name = /@("[^"]+"|[\w$.]+)/;
const lines = readFileSync(from, "utf8").split("\n");
const matches = (pattern, line) => [...line.matchAll(new RegExp(pattern, "g"))];

// The exports of other modules are used by nothing here.
const used = lines.findIndex((line) => line.startsWith("@llvm.used = "));
const isKept = (symbol) =>
  !symbol.startsWith("flowcore_") || exported.includes(symbol.slice("flowcore_".length));
const kept = new Set(
  matches(name, lines[used]).map((match) => match[1]).slice(1).filter((symbol) => isKept(symbol)));
for (const verb of exported) {
  if (!kept.has(`flowcore_${verb}`)) throw new Error(`nothing exports ${verb}`);
}
lines[used] = `@llvm.used = appending global [${kept.size} x ptr] [`
  + `${[...kept].map((symbol) => `ptr @${symbol}`).join(", ")}], section "llvm.metadata"`;
const openness = /^(define|@\S+ =)(?: (?:linkonce_odr|weak_odr|hidden))*/;
for (const [index, line] of lines.entries()) {
  if (!openness.test(line) || kept.has(name.exec(line)?.[1])) continue;
  if (/^(define|@\S+ =) (private|internal|external|appending|alias) /.test(line)) continue;
  lines[index] = line.replace(openness, "$1 internal").replace(/,? comdat(\(\S+\))?/, "");
}

// A function is only called by name if each mention of it is a call or its own beginning.
const convention =
  new RegExp(`^(define|declare|.*\\bcall)( [^@]*?)swiftcc ([^@%]*${name.source}\\()`);
const mentions = new Map();
for (const line of lines) {
  for (const [, mentioned] of matches(name, line)) {
    mentions.set(mentioned, (mentions.get(mentioned) ?? 0) + 1);
  }
}
for (const line of lines) {
  const called = convention.exec(line)?.[4];
  if (called) mentions.set(called, mentions.get(called) - 1);
}
for (const [index, line] of lines.entries()) {
  const called = convention.exec(line)?.[4];
  if (called && mentions.get(called) === 0) lines[index] = line.replace(convention, "$1$2$3");
}
writeFileSync(to, lines.join("\n"));

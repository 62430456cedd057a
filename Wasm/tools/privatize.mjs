// Makes the functions of a module in LLVM IR private, and removes the parameters that Swift's
// calling convention adds to every function from those that are only called directly.
//
//   node Wasm/tools/privatize.mjs FROM TO EXPORT…
//
// Only the given exports are kept: what they do not use is removed from the module.
//
// The optimizer may change the signatures of functions that cannot be called from outside: it drops
// unused parameters and results. The Swift compiler leaves functions visible to other modules, of
// which there are none.
// In Swift's calling convention, a WebAssembly function has a parameter for `self` and one for
// errors even if it needs neither, because an indirect caller cannot know; a direct caller can.
import { readFileSync, writeFileSync } from "node:fs";

const [from, to, ...exported] = process.argv.slice(2);
const name = /@("[^"]+"|[\w$.]+)/;
const lines = readFileSync(from, "utf8").split("\n");
const matches = (pattern, line) => [...line.matchAll(new RegExp(pattern, "g"))];

// Of the functions that the engine exports, only the given ones stay marked as used.
const used = lines.findIndex((line) => line.startsWith("@llvm.used = "));
const isKept = (symbol) =>
  !symbol.startsWith("flowcore_") || exported.includes(symbol.slice("flowcore_".length));
const kept = new Set(
  matches(name, lines[used]).map((match) => match[1]).slice(1).filter((symbol) => isKept(symbol)));
for (const symbol of exported) {
  if (!kept.has(`flowcore_${symbol}`)) throw new Error(`the engine does not export ${symbol}`);
}
lines[used] = `@llvm.used = appending global [${kept.size} x ptr] [`
  + `${[...kept].map((symbol) => `ptr @${symbol}`).join(", ")}], section "llvm.metadata"`;
const linkage = /^(define|@\S+ =)(?: (?:linkonce_odr|weak_odr|hidden))*/;
for (const [index, line] of lines.entries()) {
  if (!linkage.test(line) || kept.has(name.exec(line)?.[1])) continue;
  if (/^(define|@\S+ =) (private|internal|external|appending|alias) /.test(line)) continue;
  lines[index] = line.replace(linkage, "$1 internal").replace(/,? comdat(\(\S+\))?/, "");
}

// A function is only called directly if each mention of it is a call or its definition.
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

// Reorders the functions of a WebAssembly file so that it compresses best.
//
//   node Wasm/tools/reorder.mjs FILE
//
// gzip looks back over the last 32 KiB only, but the compiler spreads similar functions over the
// whole file. Here, each function is followed by the one that has the most byte sequences in common
// with it and its predecessors. The functions called at the most places come first, because the
// first indices are the shortest.
import { readFileSync, writeFileSync } from "node:fs";

/** The number of functions that come first because they are called at the most places. */
const FIRST_COUNT = 64;
/** The length in bytes of the sequences by which functions are compared. */
const SEQUENCE_LENGTH = 5;
/** The weights of the preceding functions when the next one is chosen. */
const WEIGHTS = [1, 0.5, 0.25];

const [file] = process.argv.slice(2);
const input = readFileSync(file);
let offset = 8;

function leb() {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = input[offset++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
}

/** An unsigned LEB128 number, in as few bytes as possible. */
function unsigned(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push(value % 0x80 + 0x80);
  return [...bytes, value];
}

/** Skips one instruction after its opcode; returns the position of its function index, if any. */
function skip(opcode) {
  if (opcode === 0x10 || opcode === 0xd2) return offset; // call and ref.func
  if (opcode <= 0x04 && opcode >= 0x02 || opcode === 0x0c || opcode === 0x0d) leb(); // block, br
  else if (opcode === 0x0e) for (let left = leb() + 1; left > 0; left--) leb(); // br_table
  else if (opcode === 0x11 || opcode >= 0x28 && opcode <= 0x3e) leb(), leb(); // calls, memory
  else if (opcode >= 0x20 && opcode <= 0x26) leb(); // locals, globals, tables
  else if (opcode >= 0x3f && opcode <= 0x42) leb(); // sizes, constants
  else if (opcode === 0x43) offset += 4;
  else if (opcode === 0x44) offset += 8;
  else if (opcode === 0x1c) for (let left = leb(); left > 0; left--) leb(); // select
  else if (opcode === 0xfc) {
    const operation = leb();
    if (operation > 11) throw new Error(`an unknown operation, 0xfc ${operation}`);
    offset += [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1][operation];
  } else if (opcode > 0xc4) throw new Error(`an unknown instruction, 0x${opcode.toString(16)}`);
  return undefined;
}

/** A function's bytes, split at the indices of the functions that it calls. */
function readBody() {
  const end = leb() + offset;
  const body = { start: offset, end, pieces: [], calls: [] };
  for (let left = leb(); left > 0; left--) leb(), offset++; // local variables
  let from = body.start;
  while (offset < end) {
    if (skip(input[offset++]) === undefined) continue;
    body.pieces.push(input.subarray(from, offset));
    body.calls.push(leb());
    from = offset;
  }
  body.pieces.push(input.subarray(from, end));
  return body;
}

const sections = [];
let types = [], bodies = [];
while (offset < input.length) {
  const id = input[offset++];
  const end = leb() + offset;
  const section = { id, start: offset, end };
  sections.push(section);
  if (id === 2) throw new Error("the engine must not import anything");
  if (id === 3) types = Array.from({ length: leb() }, leb);
  if (id === 10) bodies = Array.from({ length: leb() }, readBody);
  offset = end;
}

/**
 * For each function, the lists of the functions that share one of its sequences. Sequences of a
 * single function and those of a sixth of all functions or more are omitted.
 */
function sharedSequences() {
  const holders = new Map();
  const ofFunction = bodies.map(({ start, end }, index) => {
    const hashes = new Set();
    for (let at = start; at + SEQUENCE_LENGTH <= end; at++) {
      let hash = 0;
      for (let next = at; next < at + SEQUENCE_LENGTH; next++) {
        hash = Math.imul(hash ^ input[next], 0x01000193) + 0x9e3779b9 | 0;
      }
      hashes.add(hash);
    }
    for (const hash of hashes) {
      if (!holders.has(hash)) holders.set(hash, []);
      holders.get(hash).push(index);
    }
    return hashes;
  });
  return ofFunction.map((hashes) => [...hashes].map((hash) => holders.get(hash))
    .filter((list) => list.length > 1 && list.length < bodies.length / 6));
}

function bestOrder() {
  const uses = new Array(bodies.length).fill(0);
  for (const { calls } of bodies) for (const call of calls) uses[call] += 1;
  const order = bodies.map((_, index) => index)
    .sort((left, right) => uses[right] - uses[left] || left - right).slice(0, FIRST_COUNT);
  const left = new Set(bodies.keys());
  for (const index of order) left.delete(index);
  const shared = sharedSequences();
  const scores = new Float64Array(bodies.length);
  while (left.size > 0) {
    scores.fill(0);
    for (const [age, weight] of WEIGHTS.entries()) {
      const before = order[order.length - 1 - age];
      for (const holders of shared[before]) {
        const score = weight / Math.log(2 + holders.length);
        for (const holder of holders) scores[holder] += score;
      }
    }
    let best = -1, bestScore = -1;
    for (const index of left) {
      const { start, end } = bodies[index];
      const score = scores[index] / Math.sqrt(end - start + 50);
      if (score > bestScore) [best, bestScore] = [index, score];
    }
    order.push(best);
    left.delete(best);
  }
  return order;
}

const order = bestOrder();
const position = new Array(bodies.length);
for (const [index, old] of order.entries()) position[old] = index;

/** The section's bytes with functions under their new indices. */
function rewritten({ id, start, end }) {
  offset = start;
  const parts = [];
  const copy = (from) => parts.push(input.subarray(from, offset));
  if (id === 3) {
    parts.push(unsigned(types.length), ...order.map((old) => unsigned(types[old])));
  } else if (id === 7) {
    leb();
    copy(start);
    while (offset < end) {
      const from = offset;
      const length = leb();
      offset += length + 1;
      const isFunction = input[offset - 1] === 0;
      copy(from);
      const index = leb();
      parts.push(unsigned(isFunction ? position[index] : index));
    }
  } else if (id === 9) {
    if (leb() !== 1 || leb() !== 0) throw new Error("the engine must have one element segment");
    while (input[offset] !== 0x0b) skip(input[offset++]);
    offset++;
    leb();
    copy(start);
    while (offset < end) parts.push(unsigned(position[leb()]));
  } else if (id === 10) {
    parts.push(unsigned(bodies.length));
    for (const old of order) {
      const { pieces, calls } = bodies[old];
      const body = pieces.flatMap((piece, index) =>
        [...piece, ...(index < calls.length ? unsigned(position[calls[index]]) : [])]);
      parts.push(unsigned(body.length), body);
    }
  } else {
    parts.push(input.subarray(start, end));
  }
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([id, ...unsigned(bytes.length)]), bytes]);
}

writeFileSync(file, Buffer.concat([input.subarray(0, 8), ...sections.map(rewritten)]));

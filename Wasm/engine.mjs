// An instance of the engine: loading it, calling it, and freeing its values.

/** The error for an invalid input: a stable code, a message, the location and the position. */
export class FlowError extends Error {
  constructor({ code, message, ...location }) {
    super(message);
    this.name = "FlowError";
    this.code = code;
    Object.assign(this, location);
  }
}

export const encoder = new TextEncoder();
export const decoder = new TextDecoder();

/** The length that represents an omitted argument. */
const OMITTED = 0xffffffff;

/** Longer arguments are rejected before they are copied; the engine's own limit is 16 MiB. */
const MAX_BYTES = 1 << 26;

/** A JSON argument as bytes: texts are passed unchanged, values are serialized. */
export function json(value) {
  if (value === undefined || value === null) return null;
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string") return encoder.encode(value);
  return valueBytes(value);
}

/** A JSON value as bytes; a string is serialized, too. */
export function valueBytes(value) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError("A function or a symbol is not a JSON value.");
  return encoder.encode(text);
}

/** A name as bytes; omitted if undefined or null. */
export function name(text) {
  return text === undefined || text === null ? null : encoder.encode(String(text));
}

async function bytesOf(source) {
  if (source instanceof URL ? source.protocol === "file:" : String(source).startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    return readFile(new URL(source));
  }
  const response = typeof Response !== "undefined" && source instanceof Response
    ? source : await fetch(source);
  if (!response.ok) throw new Error(`The engine could not be loaded (HTTP ${response.status}).`);
  return response.arrayBuffer();
}

/** A WebAssembly instance, with the values created in it. */
export class Engine {
  #exports;
  #failure = null;
  #registry;

  /**
   * Loads the module from bytes, a compiled module, a response or a URL; by default, from the
   * file beside this one.
   */
  static async load(source = new URL(this._file, import.meta.url)) {
    let module = source;
    if (!(module instanceof WebAssembly.Module)) {
      const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
      module = await WebAssembly.compile(isBytes ? source : await bytesOf(source));
    }
    return new this(module, await WebAssembly.instantiate(module, {}));
  }

  /** Internal; use `load`. */
  constructor(module, instance) {
    /** The compiled module; `load(engine.module)` creates another engine without compiling. */
    this.module = module;
    this.#exports = instance.exports;
    this.#registry = typeof FinalizationRegistry === "undefined" ? null
      : new FinalizationRegistry(([drop, handle]) => this._drop(drop, handle));
  }

  /** Whether the instance has trapped because of a bug in the engine; then load another one. */
  get hasTrapped() {
    return this.#failure !== null;
  }

  /** The size of the instance's memory in bytes; for tests. */
  get _size() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Whether a condition is true for a context. */
  evaluate(condition, context = {}, segments = {}) {
    return this.explain(condition, context, segments).matches;
  }

  /** Whether a condition is true, and its issues. */
  explain(condition, context = {}, segments = {}) {
    return this._call("evaluate", [], [valueBytes(condition), json(context), json(segments)]);
  }

  /** The number in [0, 1) by which a split assigns users; null for an unknown hash version. */
  bucket(seed, value, version = 2) {
    return this._call("bucket", [version], [name(seed), name(value)]);
  }

  /** Calls an export and returns its value, or throws its error. Internal. */
  _call(exportName, handles, texts) {
    const reply = this._reply(exportName, handles, texts);
    if (reply.error) throw new FlowError(reply.error);
    if (reply.misuse) throw new Error(reply.misuse);
    return reply.value;
  }

  _reply(exportName, handles, texts) {
    if (this.#failure) throw this.#failure;
    if (texts?.some((text) => text?.length > MAX_BYTES)) {
      const message = `The text is longer than ${MAX_BYTES} bytes.`;
      throw new FlowError({ code: "json-too-large", message });
    }
    const { [exportName]: run, memory, allocate, deallocate } = this.#exports;
    try {
      const memoryOfArguments = texts && this.#write(texts, memory, allocate);
      const pointer = memoryOfArguments
        ? run(...this.#order(exportName, handles, memoryOfArguments)) : run(...handles);
      if (memoryOfArguments) deallocate(memoryOfArguments[0]);
      const length = new DataView(memory.buffer).getUint32(pointer >>> 0, true);
      const text = decoder.decode(new Uint8Array(memory.buffer, (pointer >>> 0) + 4, length));
      deallocate(pointer);
      return JSON.parse(text);
    } catch (error) {
      // NB: after a trap the instance's memory may be in an inconsistent state.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        this.#failure = new Error(
          `The engine stopped in ${exportName} (${error.message}). Load another one.`,
          { cause: error });
        throw this.#failure;
      }
      throw error;
    }
  }

  /** Handles precede the texts, except the hash version, which follows them. */
  #order(exportName, handles, memoryOfArguments) {
    return exportName === "bucket"
      ? [...memoryOfArguments, ...handles] : [...handles, ...memoryOfArguments];
  }

  /** Writes texts with their lengths one after the other; returns the address and the size. */
  #write(texts, memory, allocate) {
    const size = texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0), 0);
    const pointer = allocate(size) >>> 0;
    const view = new DataView(memory.buffer);
    const bytes = new Uint8Array(memory.buffer);
    let offset = pointer;
    for (const text of texts) {
      view.setUint32(offset, text?.length ?? OMITTED, true);
      if (text) bytes.set(text, offset + 4);
      offset += 4 + (text?.length ?? 0);
    }
    return [pointer, size];
  }

  /** Releases a handle when its object has been garbage-collected. Internal. */
  _watch(object, drop, handle) {
    this.#registry?.register(object, [drop, handle], object);
  }

  _unwatch(object) {
    this.#registry?.unregister(object);
  }

  _drop(drop, handle) {
    if (!this.#failure) this.#exports[drop](handle);
  }
}

/** A handle to a value in an engine, which is freed once. */
export class Handle {
  #drop;
  #handle;

  constructor(engine, handle, drop) {
    this._engine = engine;
    this.#handle = handle;
    this.#drop = drop;
    engine._watch(this, drop, handle);
  }

  get _handle() {
    if (this.#handle === null) throw new Error("This object was disposed of.");
    return this.#handle;
  }

  /** Frees the memory immediately, instead of some time after the object is garbage-collected. */
  dispose() {
    if (this.#handle === null) return;
    this._engine._unwatch(this);
    this._engine._drop(this.#drop, this.#handle);
    this.#handle = null;
  }
}

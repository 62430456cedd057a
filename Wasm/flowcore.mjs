// The engine in JavaScript: the same FlowCore that runs on phones and servers, as WebAssembly.
//
//   const engine = await FlowCore.load();
//   const release = engine.release(document);
//   const session = release.start({ context: { country: "DE" } });
//   session.fire("next", "mira@example.org");
//
// Documents, contexts and outputs are values, or JSON texts as strings or bytes; a text is read by
// the engine itself, so that an error has line and column. `flowcore.d.mts` has the types.

/** Why the engine refused an input: a stable code, a sentence, the place and the position. */
export class FlowError extends Error {
  constructor({ code, message, ...place }) {
    super(message);
    this.name = "FlowError";
    this.code = code;
    Object.assign(this, place);
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The length that stands for an argument that was left out. */
const LEFT_OUT = 0xffffffff;

/** Longer texts are refused here, before they are copied; the engine's own limit is 16 MiB. */
const MOST_BYTES = 1 << 26;

/** A JSON argument as bytes: texts are handed over as they are, values are written. */
function json(value) {
  if (value === undefined || value === null) return null;
  if (value instanceof Uint8Array) return value;
  if (typeof value === "string") return encoder.encode(value);
  return valueBytes(value);
}

/** A JSON value as bytes: strings, too, are values. */
function valueBytes(value) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError("A function or a symbol is no JSON value.");
  return encoder.encode(text);
}

/** A name as bytes; left out when undefined. */
function name(text) {
  return text === undefined || text === null ? null : encoder.encode(String(text));
}

async function bytesOf(source) {
  if (source instanceof URL ? source.protocol === "file:" : String(source).startsWith("file:")) {
    const { readFile } = await import("node:fs/promises");
    return readFile(new URL(source));
  }
  const response = typeof Response !== "undefined" && source instanceof Response
    ? source : await fetch(source);
  if (!response.ok) throw new Error(`The engine cannot be loaded: ${response.status}`);
  return response.arrayBuffer();
}

/** An engine: one WebAssembly instance with the releases and sessions made in it. */
export class FlowCore {
  #exports;
  #death = null;
  #registry;

  /**
   * Loads the engine from bytes, a compiled module, a response or an address; from the file beside
   * this one when nothing is given.
   */
  static async load(source = new URL("flowcore.wasm", import.meta.url)) {
    let module = source;
    if (!(module instanceof WebAssembly.Module)) {
      const isBytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
      module = await WebAssembly.compile(isBytes ? source : await bytesOf(source));
    }
    return new FlowCore(module, await WebAssembly.instantiate(module, {}));
  }

  /** Use `load`. */
  constructor(module, instance) {
    /** The compiled module; `load(engine.module)` makes another engine without compiling. */
    this.module = module;
    this.#exports = instance.exports;
    this.#registry = typeof FinalizationRegistry === "undefined" ? null
      : new FinalizationRegistry(([drop, handle]) => this._drop(drop, handle));
  }

  /** Whether the instance stopped by a fault of the engine; then load another one. */
  get isDead() {
    return this.#death !== null;
  }

  /** How many bytes of memory the instance has taken so far. Internal. */
  get _size() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Everything that would leave users stuck; the manifests are those of all builds in use. */
  verify(document, manifests = []) {
    const list = manifests.map((manifest) => decoder.decode(json(manifest) ?? undefined)).join(",");
    return this._call("verify", [], [json(document), encoder.encode(`[${list}]`)]);
  }

  /** The document in another format, with a list of what that format cannot say. */
  convert(document, format) {
    return this._call("convert", [], [json(document), name(format)]);
  }

  /** What is different between two documents, in words. */
  diff(oldDocument, newDocument) {
    return this._call("diff", [], [json(oldDocument), json(newDocument)]);
  }

  /** A document compiled for a build; without a manifest every screen is taken to be there. */
  release(document, manifest) {
    return new Release(this, this._call("makeRelease", [], [json(document), json(manifest)]));
  }

  /** Whether a condition holds for a context. */
  evaluate(condition, context = {}, groups = {}) {
    return this.explain(condition, context, groups).matches;
  }

  /** Whether a condition holds, and what in it cannot mean what was meant. */
  explain(condition, context = {}, groups = {}) {
    return this._call("evaluate", [], [valueBytes(condition), json(context), json(groups)]);
  }

  /** The number in [0, 1) by which a split divides users; null for an unknown hash version. */
  bucket(seed, value, version = 2) {
    return this._call("bucket", [version], [name(seed), name(value)]);
  }

  /** Runs an export and gives its value, or throws its error. Internal. */
  _call(verb, handles, texts) {
    const reply = this._reply(verb, handles, texts);
    if (reply.error) throw new FlowError(reply.error);
    if (reply.misuse) throw new Error(reply.misuse);
    return reply.value;
  }

  _reply(verb, handles, texts) {
    if (this.#death) throw this.#death;
    if (texts?.some((text) => text?.length > MOST_BYTES)) {
      const message = "The text is longer than the limit.";
      throw new FlowError({ code: "json-too-large", message });
    }
    const { [verb]: run, memory, allocate, deallocate } = this.#exports;
    try {
      const memoryOfArguments = texts && this.#write(texts, memory, allocate);
      const pointer = memoryOfArguments
        ? run(...this.#order(verb, handles, memoryOfArguments)) : run(...handles);
      if (memoryOfArguments) deallocate(memoryOfArguments[0]);
      const length = new DataView(memory.buffer).getUint32(pointer >>> 0, true);
      const text = decoder.decode(new Uint8Array(memory.buffer, (pointer >>> 0) + 4, length));
      deallocate(pointer);
      return JSON.parse(text);
    } catch (error) {
      // NB: after a trap the instance's memory may be in the middle of a change.
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
        this.#death = new Error(
          `The engine stopped in ${verb} (${error.message}). Load another one.`, { cause: error });
        throw this.#death;
      }
      throw error;
    }
  }

  /** Handles stand before the texts, the hash version behind them. */
  #order(verb, handles, memoryOfArguments) {
    return verb === "bucket"
      ? [...memoryOfArguments, ...handles] : [...handles, ...memoryOfArguments];
  }

  /** Writes texts one after the other, each behind its length; gives the address and the size. */
  #write(texts, memory, allocate) {
    const size = texts.reduce((sum, text) => sum + 4 + (text?.length ?? 0), 0);
    const pointer = allocate(size) >>> 0;
    const view = new DataView(memory.buffer);
    const bytes = new Uint8Array(memory.buffer);
    let offset = pointer;
    for (const text of texts) {
      view.setUint32(offset, text?.length ?? LEFT_OUT, true);
      if (text) bytes.set(text, offset + 4);
      offset += 4 + (text?.length ?? 0);
    }
    return [pointer, size];
  }

  /** Gives a handle back when its object is gone. Internal. */
  _watch(object, drop, handle) {
    this.#registry?.register(object, [drop, handle], object);
  }

  _unwatch(object) {
    this.#registry?.unregister(object);
  }

  _drop(drop, handle) {
    if (!this.#death) this.#exports[drop](handle);
  }
}

/** What releases and sessions share: a handle in an engine that is given back once. */
class Handle {
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

  /** Gives the memory back immediately, instead of some time after the object is no longer used. */
  dispose() {
    if (this.#handle === null) return;
    this._engine._unwatch(this);
    this._engine._drop(this.#drop, this.#handle);
    this.#handle = null;
  }
}

/** A compiled document; any number of sessions walk it. */
export class Release extends Handle {
  /** Internal: use `engine.release`. */
  constructor(engine, handle) {
    super(engine, handle, "dropRelease");
  }

  /** Starts a flow, the first one when none is named. */
  start({ flow, context } = {}) {
    return this.#session("startSession", [name(flow), json(context)]);
  }

  /** Opens a step directly, with the outputs that it needs. */
  open(step, { flow, outputs, context } = {}) {
    return this.#session("openSession", [name(step), name(flow), json(outputs), json(context)]);
  }

  /** Reads back what `session.save()` gave. */
  restore(saved, { context } = {}) {
    return this.#session("restoreSession", [json(saved), json(context)]);
  }

  #session(verb, texts) {
    const reply = this._engine._call(verb, [this._handle], texts);
    return new Session(this._engine, reply.session, reply.transition ?? null, texts.at(-1));
  }
}

/** One user's progress through a release. */
export class Session extends Handle {
  #state = null;
  #context;

  /** Internal: use a release's `start`, `open` or `restore`. */
  constructor(engine, handle, transition, context) {
    super(engine, handle, "dropSession");
    /** What starting led to; null for a restored session. */
    this.transition = transition;
    this.#context = context ? JSON.parse(decoder.decode(context)) : {};
  }

  /** Leaves the current step by a port. */
  fire(port, output) {
    const text = output === undefined ? null : valueBytes(output);
    return this.#move("fire", [name(port), text]);
  }

  /** Goes back to the step before. */
  back() {
    return this.#move("back");
  }

  /** Goes over to a new release; null when the session moved, otherwise why it stayed. */
  adopt(release) {
    const reason = this._engine._call("adopt", [this._handle, release._handle]);
    this.#state = null;
    return reason && new FlowError(reason);
  }

  /** The session as a value, for `release.restore`. */
  save() {
    return this._engine._call("save", [this._handle]);
  }

  /** `"active"`, `{ finished: outcome }` or `{ failed: … }`. */
  get status() {
    return this.#describe().status;
  }

  /** The step that is shown: flow, step, screen and style; null when there is none. */
  get current() {
    return this.path.at(-1) ?? null;
  }

  /** The steps from the first to the current one. */
  get path() {
    return this.#describe().path;
  }

  /** The ports of the current step. */
  get ports() {
    return this.#describe().ports;
  }

  /** What the current step hands to its screen, in the user's language. */
  get content() {
    return this.#describe().content;
  }

  /** Everything entered on the path so far. */
  get outputs() {
    return this.#describe().outputs;
  }

  /** The number of the release that the session walks; null when it has none. */
  get release() {
    return this.#describe().release;
  }

  /** What was entered for a key before, to fill it in again after going back. */
  draft(key) {
    const { outputs, drafts } = this.#describe();
    if (Object.hasOwn(outputs, key)) return outputs[key];
    return Object.hasOwn(drafts, key) ? drafts[key] : undefined;
  }

  /** The user's attributes; set a new object to change them. */
  get context() {
    return this.#context;
  }

  set context(context) {
    this._engine._call("setContext", [this._handle], [json(context)]);
    this.#context = context;
    this.#state = null;
  }

  #move(verb, texts) {
    this.#state = null;
    return this._engine._call(verb, [this._handle], texts);
  }

  #describe() {
    this.#state ??= this._engine._call("describe", [this._handle]);
    return this.#state;
  }
}

// The engine in JavaScript: the same FlowCore that runs on phones and servers, as WebAssembly. It
// consists of two modules, so that a page loads only what it needs: `FlowCore` checks, compares and
// converts documents, `FlowRuntime` runs flows and shows drawn screens.
//
//   const runtime = await FlowRuntime.load();
//   const release = runtime.release(document);
//   const session = release.start({ context: { country: "DE" } });
//   session.fire("next", "mira@example.org");
//
// Documents, contexts and outputs are values, or JSON texts as strings or bytes; the engine parses
// a text itself, so that an error has a line and a column. `flowcore.d.mts` has the types.

import {
  decoder, encoder, Engine, FlowError, Handle, json, name, valueBytes,
} from "./engine.mjs";

export { FlowError };

/** The engine that checks, compares and converts documents: `flowcore.wasm`. */
export class FlowCore extends Engine {
  static _file = "flowcore.wasm";

  /** The findings of the verifier; `manifests` are those of all builds in use. */
  verify(document, manifests = []) {
    const list = manifests.map((manifest) => decoder.decode(json(manifest) ?? undefined)).join(",");
    return this._call("verify", [], [json(document), encoder.encode(`[${list}]`)]);
  }

  /** The document in another format, with a list of what that format cannot represent. */
  convert(document, format) {
    return this._call("convert", [], [json(document), name(format)]);
  }

  /** The changes between two documents. */
  diff(oldDocument, newDocument) {
    return this._call("diff", [], [json(oldDocument), json(newDocument)]);
  }
}

/** The engine that runs flows and shows drawn screens: `flowruntime.wasm`. */
export class FlowRuntime extends Engine {
  static _file = "flowruntime.wasm";

  /** A document compiled for a build; without a manifest, every screen is assumed to exist. */
  release(document, manifest) {
    return new Release(this, this._call("makeRelease", [], [json(document), json(manifest)]));
  }

  /**
   * The drawn screens of a document, as a build shows them; without a manifest, with all blocks.
   */
  screens(document, manifest) {
    const reply = this._call("makeScreens", [], [json(document), json(manifest)]);
    return new Screens(this, reply.screens, reply.declarations);
  }
}

/** A compiled document; any number of sessions can run it. */
export class Release extends Handle {
  /** Internal: use `engine.release`. */
  constructor(engine, handle) {
    super(engine, handle, "dropRelease");
  }

  /** Starts a flow; by default, the first one. */
  start({ flow, context } = {}) {
    return this.#session("startSession", [name(flow), json(context)]);
  }

  /** Opens a step directly, with the outputs that it needs. */
  open(step, { flow, outputs, context } = {}) {
    return this.#session("openSession", [name(step), name(flow), json(outputs), json(context)]);
  }

  /** Restores a session from the result of `session.save()`. */
  restore(saved, { context } = {}) {
    return this.#session("restoreSession", [json(saved), json(context)]);
  }

  #session(exportName, texts) {
    const reply = this._engine._call(exportName, [this._handle], texts);
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
    /** The transition of the start; null for a restored session. */
    this.transition = transition;
    this.#context = context ? JSON.parse(decoder.decode(context)) : {};
  }

  /** Leaves the current step through a port. */
  fire(port, output) {
    const text = output === undefined ? null : valueBytes(output);
    return this.#move("fire", [name(port), text]);
  }

  /** Goes back to the previous step. */
  back() {
    return this.#move("back");
  }

  /** Moves to a new release; null if the session moved, otherwise the reason why it stayed. */
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

  /** The step that is shown: flow, step, screen and style; null if there is none. */
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

  /** The content that the current step passes to its screen, in the user's language. */
  get content() {
    return this.#describe().content;
  }

  /** All outputs so far. */
  get outputs() {
    return this.#describe().outputs;
  }

  /** The number of the release that the session runs; null if it has none. */
  get release() {
    return this.#describe().release;
  }

  /**
   * The output of a key, or the value entered before the user went back, to prefill a screen;
   * undefined if there is neither.
   */
  enteredValue(key) {
    const { outputs, enteredValues } = this.#describe();
    if (Object.hasOwn(outputs, key)) return outputs[key];
    return Object.hasOwn(enteredValues, key) ? enteredValues[key] : undefined;
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

  #move(exportName, texts) {
    this.#state = null;
    return this._engine._call(exportName, [this._handle], texts);
  }

  #describe() {
    this.#state ??= this._engine._call("describe", [this._handle]);
    return this.#state;
  }
}

/** The drawn screens of a document. */
export class Screens extends Handle {
  /** Internal: use `runtime.screens`. */
  constructor(engine, handle, declarations) {
    super(engine, handle, "dropScreens");
    /** The screens as code would declare them in the build's manifest. */
    this.declarations = declarations;
  }

  /** A screen rendered once, as HTML with its title; null for one that is not shown. */
  render(screen, values = {}) {
    return this._engine._call("renderScreen", [this._handle], [name(screen), json(values)]);
  }

  /** A screen to interact with; null for one that is not shown. */
  show(screen, values = {}, saved = null) {
    const texts = [name(screen), json(values), json(saved)];
    const reply = this._engine._call("makeScreen", [this._handle], texts);
    return reply && new ShownScreen(this._engine, reply);
  }
}

/** A shown screen: its entered values, its state, and the effects of presses. */
export class ShownScreen extends Handle {
  /** Internal: use `screens.show`. */
  constructor(engine, { screen, ...view }) {
    super(engine, screen, "dropScreen");
    this.#update(view);
  }

  /** Sets the value of a field; its error is not shown yet. */
  enter(value, field) {
    this.#change({ enter: value, in: field });
  }

  /** Reports that a field has lost focus: from now on its error is shown. */
  blur(field) {
    this.#change({ blur: field });
  }

  /** Presses the block with that key; returns the effects in order. */
  press(key) {
    return this.#change({ press: key });
  }

  /** Selects a value in the block with that key; returns the effects in order. */
  choose(value, key) {
    return this.#change({ choose: value, in: key });
  }

  /** Ends the call of an effect; returns the effects that follow. */
  finish(outcome, outputs = {}) {
    return this.#change({ finish: outcome, outputs });
  }

  #change(change) {
    const { effects, ...view } =
      this._engine._call("changeScreen", [this._handle], [valueBytes(change)]);
    this.#update(view);
    return effects;
  }

  #update({ html, title, saved }) {
    /** The screen's current HTML, for use in a form. */
    this.html = html;
    this.title = title;
    /** The entered values and the state of the screen, without secrets, for `screens.show`. */
    this.saved = saved;
  }
}

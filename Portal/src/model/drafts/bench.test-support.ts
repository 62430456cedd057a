// A fake server, page and browser storage for tests of drafts, all controlled by the test.

import type { Actor } from "../../api";
import type { FlowDocument } from "../../document";
import type { ApplicationModel } from "../application";
import { Store } from "../store";
import type { DraftHost } from "./host";
import type { Journal, UnsentChanges } from "./journal";

// NB: localization and requests read the page when they are loaded; there is none here.
Object.assign(globalThis, {
  document: { documentElement: { lang: "en" } },
  localStorage: { getItem: () => null },
  location: { pathname: "/apps/shop", search: "" },
});
if (!("navigator" in globalThis)) {
  Object.assign(globalThis, { navigator: { languages: ["en"] } });
}

export const start: FlowDocument = {
  schema: 1, application: "shop",
  flows: [{
    id: "shop", start: "home", steps: [
      { id: "home", screen: "Home", content: { title: "Hello" }, ports: { next: [{ to: "end" }] } },
      { id: "end", screen: "End", content: { title: "Bye" } },
    ],
  }],
};

type FakeResponse = { status: number; body?: unknown; headers?: Record<string, string> };
/** The user of the pages, and someone else. */
const mine: Actor = { type: "user", id: "p1", name: "me@example.com" };
const ada: Actor = { type: "user", id: "p2", name: "ada@example.com" };

type Draft = { revision: number; text: string; author: Actor };

/** A fake of the server's draft routes and of the browser's storage, with injectable failures. */
export class TestBench {
  draft: Draft | null = null;
  revision = 0;
  live = start;
  /** The documents sent, in order. */
  puts: FlowDocument[] = [];
  requests = 0;
  isOffline = false;
  /** Responses instead of the real ones, in order; “lost” handles a request but fails its fetch. */
  overrides: ("lost" | FakeResponse)[] = [];
  /** The requests that wait until the test releases them; null if none wait. */
  gate: (() => void)[] | null = null;
  /** The maximum number of concurrent requests that change the draft. */
  maxConcurrency = 0;
  stored = new Map<string, UnsentChanges>();
  /** Whether the browser stores nothing, like some private windows. */
  cannotStore = false;
  locked = new Set<string>();
  #concurrency = 0;
  #tasks: { at: number; action: () => void }[] = [];
  #time = 0;
  readonly pages: Page[] = [];

  constructor() {
    Object.assign(globalThis, { fetch: this.#fetch });
  }

  #fetch = async (path: string, options: RequestInit): Promise<Response> => {
    const { method = "GET" } = options;
    const headers = options.headers as Record<string, string>;
    this.requests += 1;
    if (method !== "GET") this.#concurrency += 1;
    this.maxConcurrency = Math.max(this.maxConcurrency, this.#concurrency);
    try {
      if (this.gate) await new Promise<void>((resolve) => this.gate?.push(resolve));
      else await Promise.resolve();
      if (this.isOffline) throw new TypeError("Failed to fetch");
      const override = this.overrides.shift();
      if (override && override !== "lost") return respond(override);
      const response = this.#respond(method, path, headers, options.body as string);
      if (override === "lost") throw new TypeError("Failed to fetch");
      return respond(response);
    } finally {
      if (method !== "GET") this.#concurrency -= 1;
    }
  };

  #respond(
    method: string, path: string, headers: Record<string, string>, body: string,
  ): FakeResponse {
    if (path.endsWith("/releases/1")) return { status: 200, body: { ...this.live, number: 1 } };
    if (path === "/v1/me") return { status: 200, body: { csrfToken: "new", organizations: [] } };
    const tag = this.draft && `"${this.draft.revision}"`;
    if (method === "GET") {
      return this.draft
        ? { status: 200, body: JSON.parse(this.draft.text), headers: { ETag: tag ?? "" } }
        : problem(404, "no-draft");
    }
    if ((headers["If-Match"] ?? null) !== tag) return problem(412, "draft-changed");
    this.revision += 1;
    if (method === "DELETE") {
      this.draft = null;
      this.announce(mine);
      return { status: 204 };
    }
    this.puts.push(JSON.parse(body) as FlowDocument);
    return this.put(body, mine);
  }

  put(text: string, author: Actor): FakeResponse {
    if (author.id !== mine.id) this.revision += 1;
    this.draft = { revision: this.revision, text, author };
    this.announce(author);
    return {
      status: 200, body: { revision: this.revision, updated: "2026-01-01T00:00:00Z" },
      headers: { ETag: `"${this.revision}"` },
    };
  }

  /** Someone else changes the draft. */
  change(change: (document: FlowDocument) => FlowDocument): void {
    this.put(JSON.stringify(change(this.document)), ada);
  }

  discard(): void {
    this.draft = null;
    this.revision += 1;
    this.announce(ada);
  }

  /** The draft, or the live document. */
  get document(): FlowDocument {
    return this.draft ? JSON.parse(this.draft.text) as FlowDocument : this.live;
  }

  announce(author: Actor): void {
    for (const page of this.pages) {
      page.application.draftEvent.set({
        revision: this.draft?.revision ?? null, author, updated: "2026-01-01T00:00:00Z",
      });
    }
  }

  /** Another page in the same browser. */
  page(): Page {
    const page = new Page(this);
    this.pages.push(page);
    return page;
  }

  after(milliseconds: number, action: () => void): () => void {
    const task = { at: this.#time + milliseconds, action };
    this.#tasks.push(task);
    return () => {
      this.#tasks = this.#tasks.filter((other) => other !== task);
    };
  }

  /** Advances time, running due actions in order with their consequences. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#time + milliseconds;
    await this.settle();
    for (;;) {
      const next = this.#tasks.filter((task) => task.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#time = Math.max(this.#time, next.at);
      this.#tasks = this.#tasks.filter((task) => task !== next);
      next.action();
      await this.settle();
    }
    this.#time = end;
  }

  /** Waits for 80 microtasks, enough for the pending work. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 80; turn += 1) await Promise.resolve();
  }
}

/** A page in a test: the application, and a draft's browser dependencies. */
export class Page {
  readonly application: ApplicationModel;
  readonly host: DraftHost;
  wake: () => void = () => {};
  leave: () => void = () => {};

  constructor(bench: TestBench) {
    this.application = {
      id: "shop", environment: new Store("production"), draftEvent: new Store(null),
      application: new Store({ environments: [{ name: "production", current: 1 }] }),
      releases: new Store({}), changes: { on: () => () => {} }, onClose: () => {},
    } as unknown as ApplicationModel;
    const journal: Journal = {
      unsent: async (application, user) => [...bench.stored.values()].filter((changes) =>
        changes.application === application && changes.user === user
        && !bench.locked.has(changes.key)),
      keep: async (unsent) => {
        if (bench.cannotStore) return false;
        bench.stored.set(unsent.key, structuredClone(unsent));
        return true;
      },
      drop: async (key) => void bench.stored.delete(key),
      lock: (key) => {
        bench.locked.add(key);
        return () => void bench.locked.delete(key);
      },
    };
    this.host = {
      journal, read: async (text) => JSON.parse(text) as FlowDocument,
      after: (milliseconds, action) => bench.after(milliseconds, action),
      now: () => new Date("2026-01-01T00:00:00Z"), random: () => 0.5,
      onWake: (action) => {
        this.wake = action;
        return () => {};
      },
      onLeave: (action) => {
        this.leave = action;
        return () => {};
      },
    };
  }
}

export function problem(
  status: number, code: string, headers?: Record<string, string>,
): FakeResponse {
  return { status, body: { code, title: code, detail: `${code}, said the server.` }, headers };
}

function respond({ status, body, headers }: FakeResponse): Response {
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
}

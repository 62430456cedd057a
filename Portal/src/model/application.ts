// The state of one application, updated live with others' changes.

import { createContext, useContext } from "react";
import {
  ApiProblem, Changes, get, path, UnreachableError, type Application, type Builds,
  type ChangeEvents, type ClientCounts, type EnvironmentSummary, type Layout, type LiveSession,
  type PresentUser, type ReleaseSummary, type Role, type Screen, type ReportedAttribute,
} from "../api";
import { roleIn } from "./session";
import { Store } from "./store";

/** The environment of the app's users: `production`, or the last one if none has that name. */
export function productionEnvironment(environments: EnvironmentSummary[]): string | undefined {
  const names = environments.map((environment) => environment.name);
  return names.includes("production") ? "production" : names.at(-1);
}

/** Everything about an application except its draft; `open` loads it, `close` releases it. */
export class ApplicationModel {
  readonly id: string;
  readonly application = new Store<Application | null>(null);
  /** Whether the change stream is connected; null before the first attempt. */
  readonly isConnected = new Store<boolean | null>(null);
  readonly screens = new Store<Screen[]>([]);
  /** The builds of the selected environment. */
  readonly builds = new Store<Builds | null>(null);
  readonly attributes = new Store<ReportedAttribute[]>([]);
  readonly layout = new Store<Layout>({ flows: {} });
  readonly presence = new Store<PresentUser[]>([]);
  /** The number of clients of each release, by environment. */
  readonly clients = new Store<{ [environment: string]: ClientCounts }>({});
  readonly sessions = new Store<{ [environment: string]: LiveSession[] }>({});
  /** The draft's latest event from the server. */
  readonly draftEvent = new Store<ChangeEvents["draft"] | null>(null);
  /** The current release of each environment. */
  readonly releases = new Store<{ [environment: string]: ReleaseSummary }>({});
  /** The selected environment for verifying and publishing. */
  readonly environment = new Store<string>("production");
  /** The environment requested last, whose builds may still be loading; empty before a request. */
  #requestedEnvironment = "";
  #requestCount = 0;
  #wasConnected = false;
  readonly changes: Changes;
  #closeHandlers = new Set<() => void>();

  constructor(id: string) {
    this.id = id;
    this.changes = new Changes(id, this.isConnected.set);
    this.changes.on("presence", ({ users }) => this.presence.set(users));
    this.changes.on("clients", (counts) => this.clients.update((all) => (
      { ...all, [counts.environment]: counts })));
    this.changes.on("sessions", ({ environment, sessions }) => this.sessions.update((all) => (
      { ...all, [environment]: sessions })));
    this.changes.on("release", (release) => this.recordRelease({ ...release, application: id }));
    this.changes.on("draft", this.draftEvent.set);
    this.changes.on("manifest", () => void this.#refresh(this.loadBuilds()));
    this.changes.on("snapshot", () => void this.#refresh(this.loadScreens()));
    this.changes.on("ready", () => this.#handleConnection());
  }

  /** Loads the data that every page of the application needs; throws the server's problem. */
  async open(): Promise<void> {
    const application = await get<Application>(path`/v1/apps/${this.id}`);
    this.application.set(application);
    const names = (application.environments ?? []).map((environment) => environment.name);
    if (!names.includes(this.environment.get())) {
      this.environment.set(names.at(-1) ?? "production");
    }
    this.changes.open();
    await Promise.all([
      this.loadBuilds(), this.loadScreens(), this.loadLayout(), this.loadAttributes(),
    ]);
  }

  /** After a reconnect, reloads the data that the stream does not resend. */
  #handleConnection(): void {
    if (this.#wasConnected) {
      void this.#refresh(Promise.all([
        this.loadBuilds(), this.loadScreens(), this.loadAttributes(),
      ]));
    }
    this.#wasConnected = true;
  }

  /** Waits for data to load; after a problem or without a connection, the old values are kept. */
  async #refresh(loading: Promise<unknown>): Promise<void> {
    try {
      await loading;
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof UnreachableError)) throw error;
    }
  }

  close(): void {
    for (const action of this.#closeHandlers) action();
    this.#closeHandlers.clear();
    this.changes.close();
  }

  /** Runs an action when the application is closed. */
  onClose(action: () => void): void {
    this.#closeHandlers.add(action);
  }

  get organization(): string {
    return this.application.get()?.organization ?? "";
  }

  /** Whether an environment, by default the selected one, is protected, with stricter checks. */
  isProtected(environment: string = this.environment.get()): boolean {
    const all = this.application.get()?.environments ?? [];
    return environment === "production" || environment === all.at(-1)?.name;
  }

  /** Returns the user's role in an environment, or in the application. */
  role(environment?: string): Role {
    return roleIn(this.organization, this.id, environment);
  }

  /** Records the live release, from an event or a response of the server. */
  recordRelease(release: ReleaseSummary): void {
    this.releases.update((all) => {
      const known = all[release.environment]?.number ?? 0;
      return release.number < known ? all : { ...all, [release.environment]: release };
    });
  }

  async loadBuilds(): Promise<void> {
    const name = this.#requestedEnvironment || this.environment.get();
    const builds = await get<Builds>(path`/v1/apps/${this.id}/environments/${name}/builds`);
    if (this.#requestedEnvironment && name !== this.#requestedEnvironment) return;
    this.environment.set(name);
    this.builds.set(builds);
  }

  /**
   * Switches to another environment together with its builds, so that the draft is never verified
   * against those of the previous one.
   */
  async chooseEnvironment(name: string): Promise<void> {
    this.#requestedEnvironment = name;
    const choice = ++this.#requestCount;
    try {
      await this.loadBuilds();
    } catch (error) {
      if (choice === this.#requestCount) this.#requestedEnvironment = this.environment.get();
      throw error;
    }
  }

  async loadScreens(): Promise<void> {
    const response = await get<{ screens: Screen[] }>(path`/v1/apps/${this.id}/screens`);
    this.screens.set(response.screens);
  }

  async loadLayout(): Promise<void> {
    this.layout.set(await get<Layout>(path`/v1/apps/${this.id}/layout`));
  }

  /** Reloads the attributes; without a connection the old ones are kept. */
  refreshAttributes(): Promise<void> {
    return this.#refresh(this.loadAttributes());
  }

  async loadAttributes(): Promise<void> {
    const response = await get<{ attributes: ReportedAttribute[] }>(
      path`/v1/apps/${this.id}/attributes`);
    this.attributes.set(response.attributes);
  }
}

const Context = createContext<ApplicationModel | null>(null);
export const ApplicationProvider = Context.Provider;

/** The application of the page. */
export function useApplication(): ApplicationModel {
  const model = useContext(Context);
  if (!model) throw new Error("useApplication needs an ApplicationProvider.");
  return model;
}

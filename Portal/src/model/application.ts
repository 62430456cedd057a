// One application as the portal knows it: what others do there comes in by itself.

import { createContext, useContext } from "react";
import {
  ApiProblem, Changes, get, path, Unreachable, type Application, type Builds, type ChangeEvents,
  type ClientCounts, type EnvironmentSummary, type Layout, type LiveSession, type UserHere,
  type ReleaseSummary, type Role, type Screen, type SeenAttribute,
} from "../api";
import { roleIn } from "./session";
import { Store } from "./store";

/** The environment whose users are real people: `production`, or, without that name, the last. */
export function environmentOfRealUsers(environments: EnvironmentSummary[]): string | undefined {
  const names = environments.map((one) => one.name);
  return names.includes("production") ? "production" : names.at(-1);
}

/** Everything about an application but its draft; `open` loads it, `close` lets it go. */
export class ApplicationModel {
  readonly id: string;
  readonly application = new Store<Application | null>(null);
  /** Whether the stream of changes is there; null before the first try. */
  readonly isConnected = new Store<boolean | null>(null);
  readonly screens = new Store<Screen[]>([]);
  /** The builds of the environment that is verified for. */
  readonly builds = new Store<Builds | null>(null);
  readonly attributes = new Store<SeenAttribute[]>([]);
  readonly layout = new Store<Layout>({ flows: {} });
  readonly presence = new Store<UserHere[]>([]);
  /** The number of clients of each release, by environment. */
  readonly clients = new Store<{ [environment: string]: ClientCounts }>({});
  readonly sessions = new Store<{ [environment: string]: LiveSession[] }>({});
  /** The draft's latest event from the server. */
  readonly draft = new Store<ChangeEvents["draft"] | null>(null);
  /** The current release of each environment. */
  readonly releases = new Store<{ [environment: string]: ReleaseSummary }>({});
  /** For which environment flows are verified and published, unless another is chosen. */
  readonly environment = new Store<string>("production");
  /** The environment that was chosen last, while its builds may still be loading. */
  #wanted = "";
  #wasConnected = false;
  readonly changes: Changes;
  #closers = new Set<() => void>();

  constructor(id: string) {
    this.id = id;
    this.changes = new Changes(id, this.isConnected.set);
    this.changes.on("presence", ({ users }) => this.presence.set(users));
    this.changes.on("clients", (counts) => this.clients.update((all) => (
      { ...all, [counts.environment]: counts })));
    this.changes.on("sessions", ({ environment, sessions }) => this.sessions.update((all) => (
      { ...all, [environment]: sessions })));
    this.changes.on("release", (release) => this.noteRelease({ ...release, application: id }));
    this.changes.on("draft", this.draft.set);
    this.changes.on("manifest", () => void this.#refresh(this.loadBuilds()));
    this.changes.on("snapshot", () => void this.#refresh(this.loadScreens()));
    this.changes.on("ready", () => this.#returned());
  }

  /** Loads what every page of the application needs; throws what the server says. */
  async open(): Promise<void> {
    const application = await get<Application>(path`/v1/apps/${this.id}`);
    this.application.set(application);
    const names = (application.environments ?? []).map((one) => one.name);
    if (!names.includes(this.environment.get())) {
      this.environment.set(names.at(-1) ?? "production");
    }
    this.changes.open();
    await Promise.all([
      this.loadBuilds(), this.loadScreens(), this.loadLayout(), this.loadAttributes(),
    ]);
  }

  /** The stream is there; what it does not repeat may be old if it was there before. */
  #returned(): void {
    if (this.#wasConnected) {
      void this.#refresh(Promise.all([
        this.loadBuilds(), this.loadScreens(), this.loadAttributes(),
      ]));
    }
    this.#wasConnected = true;
  }

  /** A failed refresh keeps the old values: the next change or return to the page tries again. */
  async #refresh(loading: Promise<unknown>): Promise<void> {
    try {
      await loading;
    } catch (error) {
      if (!(error instanceof ApiProblem || error instanceof Unreachable)) throw error;
    }
  }

  close(): void {
    for (const closer of this.#closers) closer();
    this.#closers.clear();
    this.changes.close();
  }

  /** Does something when the application is let go. */
  onClose(action: () => void): void {
    this.#closers.add(action);
  }

  get organization(): string {
    return this.application.get()?.organization ?? "";
  }

  /** Whether all users see the chosen environment: there one is asked and checked more strictly. */
  get isProtected(): boolean {
    const environment = this.environment.get();
    const all = this.application.get()?.environments ?? [];
    return environment === "production" || environment === all.at(-1)?.name;
  }

  /** Returns the user's role in an environment, or in the application. */
  role(environment?: string): Role {
    return roleIn(this.organization, this.id, environment);
  }

  /** Records the live release, from an event or a response of the server. */
  noteRelease(release: ReleaseSummary): void {
    this.releases.update((all) => {
      const known = all[release.environment]?.number ?? 0;
      return release.number < known ? all : { ...all, [release.environment]: release };
    });
  }

  async loadBuilds(): Promise<void> {
    const wanted = this.#wanted || this.environment.get();
    const builds = await get<Builds>(path`/v1/apps/${this.id}/environments/${wanted}/builds`);
    if (this.#wanted && wanted !== this.#wanted) return;
    this.environment.set(wanted);
    this.builds.set(builds);
  }

  /** Chooses another environment, together with its builds: nothing is verified for a mixture. */
  async chooseEnvironment(name: string): Promise<void> {
    this.#wanted = name;
    try {
      await this.loadBuilds();
    } catch (error) {
      this.#wanted = this.environment.get();
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

  /** Loads the attributes again; without a connection they stay as they were. */
  refreshAttributes(): Promise<void> {
    return this.#refresh(this.loadAttributes());
  }

  async loadAttributes(): Promise<void> {
    const response = await get<{ attributes: SeenAttribute[] }>(
      path`/v1/apps/${this.id}/attributes`);
    this.attributes.set(response.attributes);
  }
}

const Context = createContext<ApplicationModel | null>(null);
export const ApplicationProvider = Context.Provider;

/** The application that the page is about. */
export function useApplication(): ApplicationModel {
  const model = useContext(Context);
  if (!model) throw new Error("This component stands outside of an application.");
  return model;
}

// The parts of the server's responses that the portal uses; see /openapi.json for all.

import type { Json, Manifest, PortLabel, ValueType } from "../document";

export type Role = "guest" | "viewer" | "drafter" | "editor" | "owner";

export interface Me {
  id: string;
  email: string;
  name: string;
  /** The CSRF token, required for changes with a session cookie. */
  csrfToken: string;
  organizations: Membership[];
  /** Whether the last sign-in is recent enough for changes that need a confirmation. */
  isRecent: boolean;
  factors?: { hasPassword: boolean; hasTOTP: boolean };
  /** Whether the server can send mail. */
  mail?: "on" | "off";
}

export interface Membership {
  /** The organization's id. */
  id: string;
  name: string;
  role: Role;
  grants: { application: string; environment?: string; role: Role }[];
  since: string;
}

/**
 * The user, token, app or operator behind an action: type and id identify it, and the name is for
 * display only.
 */
export interface Actor {
  type: "user" | "token" | "app" | "operator" | "system" | "anyone";
  id: string;
  name: string;
  /** The id of the user whose token it is. */
  user?: string;
}

export interface ReleaseSummary {
  number: number;
  application: string;
  environment: string;
  note: string;
  author: Actor;
  published: string;
  rollbackOf?: number;
}

export interface EnvironmentSummary {
  name: string;
  current: number | null;
  /** Whether running apps may be followed. */
  followable?: boolean;
}

export interface Application {
  id: string;
  name: string;
  organization: string;
  created: string;
  environments?: EnvironmentSummary[];
  /** The draft's revision; null if there is none. */
  draft?: number | null;
}

export interface ClientCounts {
  environment: string;
  total: number;
  releases: { number: number; clients: number }[];
}

export interface OverviewApplication {
  id: string;
  name: string;
  created: string;
  role: Role;
  environments: (EnvironmentSummary & {
    release: Omit<ReleaseSummary, "application" | "environment"> | null;
    clients: number;
    sessions: number;
  })[];
  /** The draft, with the number of unpublished changes. */
  draft: { revision: number; author: Actor; updated: string; changes: number } | null;
  findings: { environment: string; errors: number; warnings: number };
  changed: { at: string; by: Actor; what: "draft" | "release" | "application" };
  connected: boolean;
}

export interface Build {
  platform: string;
  version: string;
  build: string;
  received: string;
  sessions: number;
  /** Its share of all sessions in the environment; null if there are none. */
  share: number | null;
  /** Whether flows are checked against it. */
  inUse: boolean;
  /**
   * The time at which it was archived, so that flows are no longer checked against it; null if it
   * is not.
   */
  archived: string | null;
  /** The environment whose SDK key announced it; missing if a member or a token sent it. */
  announced?: string;
  manifest: Manifest;
}

export interface Builds {
  /** The number of days for which sessions are counted. */
  days: number;
  /** The number of all sessions in the environment. */
  sessions: number;
  builds: Build[];
}

export interface Screen {
  name: string;
  /** The kind of a step in code, such as `decision`; missing for a screen with an interface. */
  kind?: string;
  ports: string[];
  /** The labels of the ports' buttons, if a build declares them. */
  labels?: { [port: string]: PortLabel };
  needs?: { [key: string]: ValueType };
  provides?: { [key: string]: ValueType };
  content?: Json;
  builds: { platform: string; version: string; build: string }[];
  snapshot?: { at: string; etag: string };
  /** Whether the document draws it; the server knows only what builds declare. */
  isDrawn?: boolean;
}

export interface Layout {
  flows: {
    [flow: string]: { steps?: { [step: string]: [number, number] }; collapsed?: string[] };
  };
}

export interface ReportedAttribute {
  name: string;
  types: string[];
  /** Whether a build, the draft or a current release declares it. */
  declared: boolean;
  /** Whether an app has reported it. */
  seen: boolean;
  lastSeen?: string;
  values: { value: Json; sessions: number }[];
}

export interface PresentUser {
  id: string;
  client: string;
  name: string;
  email: string;
  view: string;
  flow?: string;
  step?: string;
  editing: boolean;
  since: string;
}

export interface LiveSession {
  id: string;
  build: { platform: string; version: string; build: string };
  /** The session's position; missing for one that has only started. */
  flow?: string;
  step?: string;
  screen?: string;
  /** Its release; missing for the flows bundled with the app. */
  release?: number;
  at: string;
  outcome?: string;
  /** The code of the error that stopped it. */
  failure?: string;
}

export interface AuditEntry {
  id: number;
  at: string;
  actor: Actor;
  action: string;
  application?: string;
  environment?: string;
  detail: { [key: string]: Json };
}

/** The events of `…/changes`, by kind. */
export interface ChangeEvents {
  draft: { revision: number | null; author: Actor; updated: string; client?: string };
  release: Omit<ReleaseSummary, "application"> & { client?: string };
  layout: { flows: { [flow: string]: unknown }; client?: string };
  presence: { users: PresentUser[] };
  clients: ClientCounts;
  sessions: { environment: string; sessions: LiveSession[] };
  snapshot: { screen: string };
  manifest: { platform: string; version: string; build: string };
  ready: Record<string, never>;
}

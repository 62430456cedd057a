import type { Actor, Role } from "../../api";

/** A wider role in one application, or in one environment of it. */
export interface Grant {
  application: string;
  environment?: string;
  role: Role;
}

export interface Member {
  id: string;
  email: string;
  name: string;
  created: string;
  disabled?: string;
  role: Role;
  grants: Grant[];
  since: string;
}

export interface Invitation {
  id: string;
  email: string;
  role: Role;
  grants: Grant[];
  inviter: Actor;
  created: string;
  expires: string;
  ended?: string;
  /** How it ended; null if it is pending or has expired. */
  outcome: "accepted" | "revoked" | "replaced" | null;
  /** Only in the response to its creation, and only if the server sends no email. */
  link?: string;
}

export interface APIToken {
  id: string;
  name: string;
  scopes: string[];
  created: string;
  /** The email address of its owner; `service-account` if no member owns it. */
  owner: string;
  application?: string;
  environment?: string;
  lastUsed?: string;
  expires?: string;
  revoked?: string;
}

// The server's response; see `Results` in /openapi.json.

export interface Results {
  days: number;
  release?: number;
  countedUntil?: string;
  pendingBatches: number;
  flows: FlowResults[];
  events: { event: string; sessions: number }[];
  experiments: ExperimentResults[];
}

export interface FlowResults {
  flow: string;
  sessions: number;
  failures: number;
  steps: StepResults[];
  outcomes: { outcome: string; sessions: number }[];
}

export interface StepResults {
  step: string;
  sessions: number;
  ports: {
    port: string;
    sessions: number;
    routes: { to: { flow?: string; step?: string; finish?: string }; sessions: number }[];
  }[];
}

export interface ExperimentResults {
  experiment: string;
  isLive: boolean;
  hasSampleRatioMismatch?: boolean;
  variants: {
    variant: string;
    /** Its weight in the live release, from 0 to 1. */
    share?: number;
    users: number;
    /** The number of those users who were given another variant later. */
    multipleExposures: number;
  }[];
  goals: GoalResults[];
}

export interface GoalResults {
  flow?: string;
  step?: string;
  port?: string;
  outcome?: string;
  /** The name of an event that the app sends. */
  event?: string;
  failed?: true;
  variants: { users: number; rate: number; difference?: Difference }[];
}

export interface Difference {
  value: number;
  low: number;
  high: number;
}

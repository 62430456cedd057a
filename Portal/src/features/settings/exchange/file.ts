// What a file with translations says, and why something in it cannot be taken.

/** A text of a file: by its key, in a language. */
export interface FileText {
  /** The line of the file where it stands. */
  line: number;
  key: string;
  locale: string;
  text: string;
  /** The source that it translates, where the file has it. */
  source?: string;
}

export type RefusalReason =
  | { kind: "unknown-key"; key: string }
  | { kind: "source"; key: string; source: string; now: string }
  | { kind: "placeholders"; key: string; locale: string; missing: string[]; unknown: string[] }
  | { kind: "twice"; key: string; locale: string }
  | { kind: "inline"; key: string; name: string };

/** Something that is not taken, with the line where it stands. */
export interface Refusal {
  line: number;
  reason: RefusalReason;
}

/** Why a file cannot be read at all. */
export type FileProblem =
  | { kind: "no-head" }
  | { kind: "language"; name: string }
  | { kind: "quote"; line: number }
  | { kind: "xml"; line: number }
  | { kind: "doctype"; line: number }
  | { kind: "version"; version: string }
  | { kind: "no-language" }
  | { kind: "source-language"; file: string; document: string };

export interface TextFile {
  texts: FileText[];
  /** What the reader of the file could not take. */
  refusals: Refusal[];
  /** The languages that it has texts in. */
  locales: string[];
  /** Whether it may bring texts that are not there: with their source. */
  mayAdd: boolean;
}

/** A file that cannot be read. */
export class FileError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

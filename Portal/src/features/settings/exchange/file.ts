// The contents of a translation file, and the reasons for rejections.

/** A text in a file: its key and language. */
export interface FileText {
  /** The text's line in the file. */
  line: number;
  key: string;
  locale: string;
  text: string;
  /** The source text that it translates, if the file has it. */
  source?: string;
}

export type RejectionReason =
  | { kind: "unknown-key"; key: string }
  /** The key is new, and the row lacks the text in the source language. */
  | { kind: "no-source"; key: string; locale: string }
  | { kind: "source"; key: string; source: string; now: string }
  | { kind: "placeholders"; key: string; locale: string; missing: string[]; unknown: string[] }
  | { kind: "duplicate"; key: string; locale: string }
  | { kind: "inline"; key: string; name: string };

/** A rejected text, with its line. */
export interface Rejection {
  line: number;
  reason: RejectionReason;
}

/** The reason why a whole file cannot be read. */
export type FileProblem =
  | { kind: "no-header" }
  | { kind: "language"; name: string }
  | { kind: "quote"; line: number }
  | { kind: "xml"; line: number }
  | { kind: "doctype"; line: number }
  | { kind: "version"; version: string }
  | { kind: "no-language" }
  | { kind: "source-language"; file: string; document: string };

export interface TextFile {
  texts: FileText[];
  /** The texts rejected while parsing. */
  rejections: Rejection[];
  /** The languages of the texts. */
  locales: string[];
  /** Whether the file may add texts with new keys. */
  canAdd: boolean;
}

/** A file that cannot be read. */
export class FileError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

// The texts of a language for findings and changes.

import type { Arguments } from "./template";

/** Texts by message id: the sentence that follows the location, and the fix. */
export type FindingTexts = { [messageId: string]: readonly [text: string, fix: string] };
/** Sentences by message id. */
export type ChangeTexts = { [messageId: string]: string };

/** A verb of a route in the present, “now”, “no longer” and past forms, and the text after it. */
interface Verb { does: string; now: string; gone: string; past: string; rest: string }

/** The phrases that arguments are formatted with. */
export interface EnginePhrases {
  quoted: string; and: string; or: string; orElse: string; more: string;
  invalidCondition: string;
  whole: string; nameless: string; builds: string; percent: string;
  under: string;
  location: { route: string; port: string; step: string; flow: string; document: string };
  json: { [type: string]: string };
  /** What a property expects, what exceeds a limit, and why a block is misplaced. */
  expected: { [code: string]: string };
  types: { [type: string]: string };
  leads: Verb; ends: Verb; enters: Verb; runs: Verb;
  when: string; where: string; otherOutcome: string;
  end: string; experiment: string; flow: string;
  styles: { [style: string]: string };
  nothing: string; equalShare: string; share: string; range: string;
  noNamespace: string; namespace: string;
  isNew: string; wasRemoved: string; isDifferent: string; isNow: string;
  owners: {
    flow: string; experiment: string; variant: string; step: string; route: string;
    document: string;
  };
  condition: { [phrase: string]: string };
  attributes: { [name: string]: string };
}

export interface EngineTexts {
  findings: FindingTexts;
  changes: ChangeTexts;
  phrases: EnginePhrases;
}

/** A message of the engine without a language: its id, and the values for its placeholders. */
export interface EngineMessage { messageId: string; arguments: Arguments }

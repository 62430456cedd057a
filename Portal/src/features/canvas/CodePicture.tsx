import { memo } from "react";
import { kindIcons, kindName, kindNote, type CodeKind } from "../../model/kinds";
import { Icon } from "../../ui";
import type { Step } from "../../document";
import { sentenceCase } from "./drawing";
import { truncated, fonts } from "./fitting";

/** The width inside the card. */
const WIDTH = 152;
const MAX_FACTS = 3;

/** The picture on the card of a step that is code in the app, not a screen. */
export const CodePicture = memo(function CodePicture({ kind, step }: {
  kind: CodeKind; step: Step;
}) {
  const note = kindNote(kind);
  return (
    <div className="sketch code-picture">
      <span className="code-symbol"><Icon name={kindIcons[kind]} size={28} /></span>
      <div className="sketch-headline">{truncated(kindName(kind), fonts.headline, WIDTH)}</div>
      <div className="sketch-text" data-text={note}>{truncated(note, fonts.small, WIDTH, 6)}</div>
      {factsOf(step).map(([name, text]) => (
        <div key={name} className="sketch-fact" data-text={`${sentenceCase(name)} ${text}`}>
          <span>{truncated(sentenceCase(name), fonts.small, 86)}</span>
          <b>{truncated(text, fonts.small, 40)}</b>
        </div>
      ))}
    </div>
  );
});

/** Returns the first plain values of a step's content: numbers, Booleans and texts. */
function factsOf({ content }: Step): [string, string][] {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return [];
  const plain = Object.entries(content).flatMap(([name, value]): [string, string][] =>
    (["string", "number", "boolean"].includes(typeof value) ? [[name, String(value)]] : []));
  return plain.slice(0, MAX_FACTS);
}

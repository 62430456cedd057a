import type { Change, FlowDocument } from "../../document";
import { t } from "../../localization";
import { sidesOf } from "./sides";

/** The state before and after a change, in two columns. */
export function BeforeAfter({ change, before, after }: {
  change: Change; before: FlowDocument; after: FlowDocument;
}) {
  const all = sidesOf(change, before, after);
  if (all.length === 0) return null;
  return (
    <table className="sides">
      <thead>
        <tr>
          <th scope="col">{t("publish.before")}</th>
          <th scope="col">{t("publish.after")}</th>
        </tr>
      </thead>
      {all.map(({ name, ...sides }) => (
        <tbody key={name}>
          {name !== "" && <tr><th colSpan={2} scope="rowgroup">{name}</th></tr>}
          <tr>
            <Side lines={sides.before} kind="before" />
            <Side lines={sides.after} kind="after" />
          </tr>
        </tbody>
      ))}
    </table>
  );
}

function Side({ lines, kind }: { lines: string[]; kind: "before" | "after" }) {
  return (
    <td className={kind}>
      {lines.length === 0 && <span className="muted">{t("publish.not-found")}</span>}
      {lines.map((line, index) => <p key={index}>{line}</p>)}
    </td>
  );
}

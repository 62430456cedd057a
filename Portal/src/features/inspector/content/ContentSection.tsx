import { useState } from "react";
import { isObject, setContent, type Json } from "../../../document";
import { Button, Icon } from "../../../ui";
import { t } from "../../../localization";
import { contentCodes } from "../codes";
import { useInspector } from "../context";
import { Findings } from "../Findings";
import { RawJSON } from "../RawJSON";
import { ContentField } from "./ContentField";
import { firstValue, shapeOf } from "./schema";
import "./content.css";

/** The step's content, in a form made from the screen's schema. */
export function ContentSection() {
  const { apply, canEdit, findings, flow, screen, step } = useInspector();
  const [isRaw, setRaw] = useState(false);
  const { content } = step;
  const about = findings.filter((finding) => contentCodes.includes(finding.code)
    && (isRaw || (finding.pointer ?? "") === "" || content === undefined));
  const set = (value: Json | undefined, mergeKey?: string) => apply(
    t("content.undo"), setContent(flow, step.id, value),
    mergeKey && `content:${flow}/${step.id}${mergeKey}`);
  return (
    <section className="inspector-section content-section" aria-labelledby="inspector-content">
      <header className="section-head">
        <h3 id="inspector-content">{t("content.title")}</h3>
        {content !== undefined && (
          <Button size="small" kind="quiet" onClick={() => setRaw(!isRaw)}>
            <Icon name={isRaw ? "edit" : "content"} size={16} />
            {t(isRaw ? "content.as-form" : "rules.as-json")}
          </Button>
        )}
      </header>
      <Findings findings={about} />
      {content === undefined ? (
        <NoContent onBegin={() => set(initialContent(screen?.content))} />
      ) : isRaw ? (
        <RawJSON
          label={t("content.json")} value={content} isDisabled={!canEdit}
          onValue={(value) => set(value, "#json")}
        />
      ) : (
        <fieldset disabled={!canEdit}>
          <legend className="visually-hidden">{t("content.title")}</legend>
          <ContentField
            schema={screen?.content} value={content} pointer="" name="" isRequired
            onChange={set} isRoot
          />
        </fieldset>
      )}
      {content !== undefined && canEdit && isOptional(screen?.content) && (
        <Button size="small" kind="quiet" icon="reset" onClick={() => set(undefined)}>
          {t("content.use-own")}
        </Button>
      )}
    </section>
  );
}

/** The initial content of a form. */
function initialContent(schema: Json | undefined): Json {
  const first = firstValue(schema);
  return schema === undefined || first === "" ? {} : first;
}

/** Whether the screen accepts a step without content. */
function isOptional(schema: Json | undefined): boolean {
  return schema === undefined || shapeOf(schema).isNullable;
}

/** A step without content, with an explanation of what the app shows. */
function NoContent({ onBegin }: { onBegin(): void }) {
  const { canEdit, screen } = useInspector();
  const shape = shapeOf(screen?.content);
  const hasNone = screen !== undefined && screen.content === undefined;
  const own = isObject(shape.default) ? Object.values(shape.default)
    .filter((value): value is string => typeof value === "string" && value !== "") : [];
  return (
    <>
      <p className="muted small-text">{t(hasNone ? "content.none" : "content.own")}</p>
      {own.length > 0 && <p className="own-texts">{own.join(" · ")}</p>}
      {canEdit && !hasNone && (
        <Button size="small" icon="edit" onClick={onBegin}>{t("content.write")}</Button>
      )}
    </>
  );
}

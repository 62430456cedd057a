import { blockAt, type BlockPath } from "../../../document/blocks";
import { useStore } from "../../../model/store";
import { Callout } from "../../../ui";
import { t } from "../../../localization";
import { FindingsAt } from "../FindingsAt";
import type { BlockFindings } from "../findings";
import { typeHint, typeName } from "../naming";
import type { ScreenModel } from "../screenModel";
import { commonRules, rulesFor, type PropertyRule } from "../vocabulary";
import { PropertyField } from "./PropertyField";
import { ScreenSettings } from "./ScreenSettings";
import { Visibility } from "./Visibility";

/** The keys of the properties that are listed as a block's appearance. */
const appearanceKeys = [
  "style", "role", "tone", "align", "spread", "gap", "width", "pad", "surface", "corner", "fit",
  "ratio", "stackWhen", "wrap", "min-grid", "grow", "size", "dots", "inline", "icon",
];

/** The keys of the properties that come first, in order; the others follow. */
const order = [
  "text", "title", "label", "options", "items", "tabs", "image", "video", "alt", "kind", "do", "to",
  "required", "hint",
];
const rank = ({ key }: PropertyRule) => (order.indexOf(key) + 1 || order.length + 1);

const isAppearance = (rule: PropertyRule) => appearanceKeys.includes(rule.key);
/** Members that contain blocks or are elsewhere in the panel. */
const isElsewhere = ({ kind, key }: PropertyRule) =>
  kind === "blocks" || kind === "block" || key === "showIf" || key === "a11y" || key === "id";

/** The settings of the selected block; for several, their common appearance. */
export function Properties({ model, findings, locale }: {
  model: ScreenModel; findings: BlockFindings; locale: string;
}) {
  const selected = useStore(model.debouncedSelection);
  useStore(model.editor.draft.debounced);
  const { screen } = model;
  const path = selected.at(-1) ?? "/root";
  const block = screen && blockAt(screen, path);
  if (!screen || !block) return null;
  if (selected.length > 1) {
    return <CommonProperties model={model} paths={selected} locale={locale} />;
  }
  const rules = rulesFor(block.type).filter((rule) => !isElsewhere(rule))
    .sort((a, b) => rank(a) - rank(b));
  const common = { model, type: block.type, path, locale };
  return (
    <div className="properties" key={`${path} ${block.type}`}>
      <header className="panel-head" tabIndex={-1}>
        <h3>{path === "/root" ? t("screens.whole") : typeName(block.type)}</h3>
        {(path !== "/root" || findings.all.length === 0) && (
          <p className="muted small-text">
            {path === "/root" ? t("screens.no-findings") : typeHint(block.type)}
          </p>
        )}
      </header>
      <FindingsAt model={model} findings={findings} path={path} />
      {path === "/root" && <ScreenSettings model={model} locale={locale} />}
      <Group {...common} title={null} rules={rules.filter((rule) => !isAppearance(rule))} />
      <Group
        {...common} title={t("screens.looks")}
        rules={[...rules, ...commonRules.filter((rule) => !isElsewhere(rule))].filter(isAppearance)}
      />
      {path !== "/root" && <Visibility model={model} block={block} path={path} />}
      <Accessibility {...common} />
    </div>
  );
}

interface GroupProps {
  model: ScreenModel; type: string; path: BlockPath; locale: string; paths?: BlockPath[];
}

function Group({ title, rules, ...common }: GroupProps & {
  title: string | null; rules: PropertyRule[];
}) {
  if (rules.length === 0) return null;
  const { path } = common;
  const fields = rules.map((rule) => (
    <PropertyField key={rule.key} {...common} ownerPath={path} rule={rule} />
  ));
  return (
    <section className="panel-section" aria-label={title ?? t("screens.what-it-says")}>
      {title && <h3>{title}</h3>}
      {fields}
    </section>
  );
}

/** The accessibility settings of a block, and its name in code. */
function Accessibility(props: GroupProps) {
  const { path } = props;
  const rules = commonRules.find(({ key }) => key === "a11y")?.rules ?? [];
  const id = commonRules.find(({ key }) => key === "id");
  return (
    <details className="panel-section">
      <summary>{t("screens.more-settings")}</summary>
      {rules.map((rule) => (
        <PropertyField key={rule.key} {...props} ownerPath={`${path}/a11y`} rule={rule} />
      ))}
      {id && <PropertyField {...props} ownerPath={path} rule={id} />}
    </details>
  );
}

/** The common settings of several blocks: their appearance. */
function CommonProperties({ model, paths, locale }: {
  model: ScreenModel; paths: BlockPath[]; locale: string;
}) {
  const { screen } = model;
  const path = paths.at(-1) ?? "";
  const block = screen && blockAt(screen, path);
  if (!block) return null;
  const rules = commonRules.filter((rule) => !isElsewhere(rule) && isAppearance(rule));
  return (
    <div className="properties">
      <header className="panel-head">
        <h3>{t("screens.selected", { count: paths.length })}</h3>
      </header>
      <Callout>{t("screens.selected-text")}</Callout>
      <Group
        model={model} type={block.type} path={path} locale={locale} paths={paths}
        title={t("screens.looks")} rules={rules}
      />
    </div>
  );
}

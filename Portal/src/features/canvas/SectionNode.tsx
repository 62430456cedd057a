import { Icon, IconButton } from "../../ui";
import { t } from "../../localization";
import { truncated, fonts } from "./fitting";
import type { NodeProps } from "./nodeProps";
import { collapseSection } from "./sectionActions";
import { SECTION_SIZE } from "./sizes";

/** A collapsed section: its title, and the number of its steps. */
export function SectionNode({ canvas, node, isActive }: NodeProps) {
  const { info } = node;
  if (!info) return null;
  const steps = t("editor.steps", { count: info.steps });
  return (
    <div
      className={`canvas-closed section-${info.color}`} role="group" data-node={node.id}
      tabIndex={isActive ? 0 : -1} aria-roledescription={t("sections.section")}
      aria-label={`${info.title}, ${steps}`} onFocus={() => canvas.active.set(node.id)}
    >
      {node.isStart && (
        <span className="canvas-start" title={t("canvas.start")}>
          <Icon name="play" size={12} />
        </span>
      )}
      <span className="canvas-names">
        <strong title={info.title}>
          {truncated(info.title, fonts.section, SECTION_SIZE.width - (node.isStart ? 96 : 68), 2)}
        </strong>
        <small>{steps}</small>
      </span>
      <span data-chrome className="canvas-flow-tools">
        <IconButton
          icon="expand" size="small" tabIndex={-1}
          label={t("canvas.expand", { flow: info.title })}
          onClick={() => collapseSection(canvas, info.id, false)}
        />
      </span>
    </div>
  );
}

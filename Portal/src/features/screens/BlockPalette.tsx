import { useMemo, useState } from "react";
import type { Block, DrawnScreen } from "../../document/blocks";
import { useStore } from "../../model/store";
import { Icon } from "../../ui";
import { language, t } from "../../localization";
import { startDrag } from "./dragging";
import { typeHint, typeName } from "./naming";
import { useRenderedScreens } from "./rendering";
import { ScreenPicture } from "./ScreenPicture";
import type { ScreenModel } from "./screenModel";
import { newBlock, blockGroups } from "./defaultBlocks";

/** The width of a picture, and of the small device for which it is drawn, in CSS pixels. */
const PICTURE_WIDTH = 112;
const DEVICE_WIDTH = 220;

/** The palette of blocks, each with its picture, to press or to drag. */
export function BlockPalette({ model, onClose }: { model: ScreenModel; onClose(): void }) {
  const [query, setQuery] = useState("");
  const [document] = useState(model.editor.draft.document.get());
  const theme = useStore(model.editor.draft.document, (current) => current.theme);
  const samples = useMemo(
    () => blockGroups.flatMap(({ types }) => types.map(sampleOf)), []);
  const drawn = useRenderedScreens(document, samples, language);
  const searched = query.trim().toLowerCase();
  const matches = blockGroups.map((group) => ({
    ...group,
    types: group.types.filter((type) => (
      `${typeName(type)} ${type}`.toLowerCase().includes(searched))),
  })).filter(({ types }) => types.length > 0);
  return (
    <div className="palette">
      <div className="palette-search">
        <Icon name="search" size={16} />
        <input
          type="search" className="input" value={query} aria-label={t("screens.find-block")}
          placeholder={t("screens.find-block")} spellCheck={false}
          autoFocus={!matchMedia("(pointer: coarse)").matches}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            const [first] = matches[0]?.types ?? [];
            if (event.key === "Escape") {
              // The focus follows the selection back into the structure.
              if (model.selected.get().length === 0) model.select(model.active);
              onClose();
            }
            if (event.key !== "Enter" || searched === "" || first === undefined) return;
            model.add(first);
            onClose();
          }}
        />
      </div>
      {matches.length === 0 && (
        <p role="status">{t("screens.no-block", { query: query.trim() })}</p>
      )}
      {matches.map(({ title, types }) => (
        <section key={title} aria-label={t(title)}>
          <h3>{t(title)}</h3>
          <ul className="palette-items">
            {types.map((type) => (
              <li key={type}>
                <button
                  type="button" className="palette-item" title={typeHint(type)}
                  onPointerDown={(event) => startDrag(event, model, { type })}
                  onClick={() => {
                    model.add(type);
                    onClose();
                  }}
                >
                  <ScreenPicture
                    html={drawn?.get(type)} document={{ ...document, theme }} width={PICTURE_WIDTH}
                    device={DEVICE_WIDTH}
                  />
                  <span>{typeName(type)}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/**
 * A sample screen with one block: an empty container gets two cards, and a badge stands for a
 * spacer or a custom block.
 */
function sampleOf(type: string): DrawnScreen {
  const block = newBlock(type);
  const isEmpty = Array.isArray(block["children"]) && block["children"].length === 0;
  const card = (): Block => ({ type: "card", children: [{ type: "text", text: "Aa" }] });
  const shown: Block = isEmpty ? { ...block, children: [card(), card()] } : block;
  const drawn: Block = type === "custom" || type === "spacer"
    ? { type: "badge", text: typeName(type) } : shown;
  return { name: type, root: { type: "column", children: [drawn] } };
}

import { useMemo, useState } from "react";
import { sectionColors, type SectionColor } from "../../document";
import { Button, Dialog, TextField, type MenuContent } from "../../ui";
import { t, type MessageKey } from "../../localization";
import type { CanvasModel } from "./canvasModel";
import { sectionNode } from "./collapsing";
import { matches, Palette, type PaletteItem } from "./Palette";
import {
  collapseSection, copySectionLink, ungroupSection, editSection, makeSection, putInSection,
  targetSteps,
} from "./sectionActions";

/** Asks for the section of the selected steps: an existing one, a new one, or none. */
export function SectionChooser({ canvas, onChoose, onClose }: {
  canvas: CanvasModel; onChoose(item: PaletteItem): void; onClose(): void;
}) {
  const find = useMemo(() => sectionChoices(canvas), [canvas]);
  const count = targetSteps(canvas).length;
  const title = t("sections.choose", { count });
  return (
    <Palette
      className="search" label={title} title={title} placeholder={t("sections.type-title")}
      find={find} emptyText={t("sections.type-title")} onChoose={onChoose} onClose={onClose}
    />
  );
}

function sectionChoices(canvas: CanvasModel): (query: string) => PaletteItem[] {
  const sections = [...canvas.scene.graph.sections.values()];
  const existing = sections.map((section): PaletteItem => ({
    id: section.id, group: t("sections.sections"), text: section.title, icon: "apps",
    detail: t("editor.steps", { count: section.steps }),
    run: () => putInSection(canvas, section.id),
  }));
  const isInside = targetSteps(canvas).some((id) => canvas.scene.node(id)?.section !== undefined);
  return (query) => [
    ...existing.filter((it) => matches(query, it.text)),
    ...(query !== "" && !sections.some((it) => it.title === query) ? [{
      id: "new", group: t("sections.new"), text: t("sections.add", { title: query }),
      icon: "add" as const, run: () => makeSection(canvas, query),
    }] : []),
    ...(query === "" && isInside ? [{
      id: "none", group: t("sections.none"), text: t("sections.leave"), icon: "close" as const,
      run: () => putInSection(canvas, null),
    }] : []),
  ];
}

/** Returns the menu of a section. */
export function sectionMenu(canvas: CanvasModel, id: string): MenuContent {
  const info = canvas.scene.graph.sections.get(id);
  if (!info) return [];
  const isCollapsed = canvas.isSectionCollapsed(id);
  return [
    info.title,
    {
      text: t(isCollapsed ? "canvas.expand" : "canvas.collapse", { flow: info.title }),
      icon: isCollapsed ? "expand" : "collapse", shortcut: "E",
      onChoose: () => collapseSection(canvas, id, !isCollapsed),
    },
    {
      text: t("sections.select"), icon: "select",
      onChoose: () => canvas.select(isCollapsed ? [sectionNode(id)] : info.members),
    },
    {
      text: t("sections.copy-link"), icon: "copy",
      onChoose: () => void copySectionLink(canvas, id),
    },
    ...(canvas.canEdit ? [
      null,
      {
        text: t("sections.edit"), icon: "edit" as const,
        onChoose: () => canvas.dialog.set({ kind: "edit-section", section: id }),
      },
      {
        text: t("sections.remove"), icon: "trash" as const, isDangerous: true,
        detail: t("sections.remove-text"), onChoose: () => ungroupSection(canvas, id),
      },
    ] : []),
  ];
}

/** The title and the color of a section. */
export function SectionDialog({ canvas, section, onClose }: {
  canvas: CanvasModel; section: string; onClose(): void;
}) {
  const info = canvas.scene.graph.sections.get(section);
  const [title, setTitle] = useState(info?.title ?? "");
  const [color, setColor] = useState<SectionColor>(info?.color ?? "gray");
  if (!info) return null;
  const submit = () => {
    if (title.trim() === "") return;
    onClose();
    if (title.trim() !== info.title || color !== info.color) {
      editSection(canvas, section, { title: title.trim(), color });
    }
  };
  return (
    <Dialog
      title={t("sections.edit")} width="narrow" closesOnOutsideClick={false} onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" disabled={title.trim() === ""} onClick={submit}>
            {t("sections.save")}
          </Button>
        </>
      }
    >
      <form className="section-form" onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}>
        <TextField
          label={t("sections.title")} value={title} onValue={setTitle} autoFocus maxLength={100}
          onFocus={(event) => event.target.select()}
        />
        <fieldset className="section-colors">
          <legend>{t("sections.color")}</legend>
          {sectionColors.map((choice) => (
            <label key={choice} className={`section-${choice}`} title={t(colorNames[choice])}>
              <input
                type="radio" name="color" checked={color === choice}
                aria-label={t(colorNames[choice])} onChange={() => setColor(choice)}
              />
              <i aria-hidden="true" />
            </label>
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}

const colorNames: { [color in SectionColor]: MessageKey } = {
  blue: "sections.blue", green: "sections.green", orange: "sections.orange",
  purple: "sections.purple", teal: "sections.teal", red: "sections.red",
  yellow: "sections.yellow", gray: "sections.gray",
};

// A user's actions on sections: each change of the document is one edit that can be undone.

import {
  addSection, changeSection, moveToSection, removeSection, type Section,
} from "../../document";
import type { PositionChanges } from "../../model/layout";
import { showUndoToast } from "../../model/undoable";
import { copyText, toast } from "../../ui";
import { t } from "../../localization";
import type { CanvasModel } from "./canvasModel";
import { arranged } from "./arranging";
import { sectionNode, expandMembers } from "./collapsing";
import { chipWidth } from "./fitting";
import { expanded, overlaps, type Box } from "./geometry";
import { boxOf } from "./placement";
import { SECTION_HEADER, SECTION_PADDING } from "./sizes";

/** The steps that an action applies to: the selected ones, or the focused one. */
export function targetSteps(canvas: CanvasModel): string[] {
  const selected = canvas.selectedSteps.map((step) => step.id);
  const active = canvas.active.get();
  if (selected.length > 0 || active === null) return selected;
  return canvas.scene.node(active)?.kind === "step" ? [active] : [];
}

/** Adds a section with the selected steps. */
export function makeSection(canvas: CanvasModel, title: string): void {
  const flow = canvas.editor.currentFlow;
  const steps = targetSteps(canvas);
  if (!flow || !canvas.canEdit || steps.length === 0) return;
  canvas.apply(t("sections.do-add", { title }), addSection(flow, title, steps).edit);
  canvas.announce(t("sections.announce-added", { title, count: steps.length }));
}

export function putInSection(canvas: CanvasModel, section: string | null): void {
  const steps = targetSteps(canvas);
  const title = section === null ? "" : canvas.scene.graph.sections.get(section)?.title ?? section;
  canvas.apply(
    section === null ? t("sections.do-leave") : t("sections.do-move", { title }),
    moveToSection(canvas.flow, steps, section));
  canvas.announce(section === null ? t("sections.announce-left", { count: steps.length })
    : t("sections.announce-moved", { title, count: steps.length }));
}

export function editSection(canvas: CanvasModel, id: string, change: Partial<Section>): void {
  const title = canvas.scene.graph.sections.get(id)?.title ?? id;
  canvas.apply(t("sections.do-change", { title }), changeSection(canvas.flow, id, change));
}

/** Removes a section, without its steps. */
export function ungroupSection(canvas: CanvasModel, id: string): void {
  const title = canvas.scene.graph.sections.get(id)?.title ?? id;
  canvas.apply(t("sections.do-remove", { title }), removeSection(canvas.flow, id));
  canvas.announce(t("sections.announce-removed", { title }));
}

/** Collapses or expands a section; cards right of an expanding one and below it make room. */
export function collapseSection(canvas: CanvasModel, id: string, isCollapsed: boolean): void {
  const title = canvas.scene.graph.sections.get(id)?.title ?? id;
  const node = sectionNode(id);
  const focus = isCollapsed ? node : canvas.scene.graph.sections.get(id)?.members[0];
  if (!isCollapsed && canvas.canEdit) {
    const moves = expansionMoves(canvas, id);
    const label = t("sections.do-expand", { title });
    if (Object.keys(moves).length > 0) canvas.apply(label, null, moves);
  }
  canvas.setCollapsed([node], isCollapsed);
  canvas.refresh();
  canvas.active.set(focus ?? null);
  const key = isCollapsed ? "sections.announce-collapsed" : "sections.announce-expanded";
  canvas.announce(t(key, { title }));
}

/** Collapses or expands all sections, and moves them close together. */
export function collapseAll(canvas: CanvasModel, isCollapsed: boolean): void {
  const { scene, layout, flow } = canvas;
  canvas.setCollapsed([...scene.graph.sections.keys()].map(sectionNode), isCollapsed);
  canvas.refresh();
  const positions = arranged(scene.graph, chipWidth, scene.positions);
  const text = t(isCollapsed ? "sections.all-collapsed" : "sections.all-expanded");
  if (canvas.canEdit) {
    canvas.apply(t("canvas.do-arrange"), null, Object.fromEntries(positions));
    showUndoToast(canvas.editor.draft, { text });
  } else {
    // Without permission to edit, the layout changes on this page only.
    layout.move(flow, expandMembers(Object.fromEntries(positions), scene.graph, scene.positions));
  }
  canvas.refresh();
  canvas.editor.command({ kind: "fit" });
  canvas.announce(text);
}

/** The frame of a section: its cards, their margin, and its title. */
export function frameOf(bounds: Box): Box {
  const { x, y, width, height } = expanded(bounds, SECTION_PADDING - 8);
  return { x, y: y - SECTION_HEADER, width, height: height + SECTION_HEADER };
}

/** Returns the moves of cards that make room for an expanding section. */
function expansionMoves(canvas: CanvasModel, id: string): PositionChanges {
  const { scene } = canvas;
  const all = scene.graph.all;
  const collapsed = scene.box(sectionNode(id));
  const members = new Set(scene.graph.sections.get(id)?.members);
  const boxes = [...members].flatMap((member) => {
    const [node, position] = [all?.nodes.get(member), scene.positions.get(member)];
    return node && position ? [boxOf(node, position)] : [];
  });
  if (!collapsed || boxes.length === 0) return {};
  const others = [...scene.graph.nodes.keys()].filter((node) => node !== sectionNode(id))
    .map((node): [string, Box] => [node, scene.box(node) as Box]);
  return displacements(others, collapsed, boxes);
}

/**
 * Returns new positions of the boxes right of a collapsed section and below it, if its cards need
 * the space.
 */
export function displacements(
  others: [string, Box][], collapsed: Box, cards: Box[],
): PositionChanges {
  const right = Math.max(...cards.map((it) => it.x + it.width));
  const bottom = Math.max(...cards.map((it) => it.y + it.height));
  const expandedFrame = frameOf({
    x: collapsed.x, y: collapsed.y, width: right - collapsed.x, height: bottom - collapsed.y,
  });
  if (!others.some(([, box]) => overlaps(box, expandedFrame))) return {};
  const dx = Math.ceil((expandedFrame.width - collapsed.width) / 8) * 8;
  const dy = Math.ceil((expandedFrame.height - collapsed.height) / 8) * 8;
  return Object.fromEntries(others.flatMap(([id, box]): [string, [number, number]][] => {
    if (box.y >= collapsed.y + collapsed.height) return [[id, [box.x, box.y + dy]]];
    if (box.x >= collapsed.x + collapsed.width) return [[id, [box.x + dx, box.y]]];
    return [];
  }));
}

/** The URL that shows a section to anyone who opens it. */
export function sectionURL(canvas: CanvasModel, id: string): string {
  const query = new URLSearchParams({ flow: canvas.flow, section: id });
  return `${location.origin}/apps/${encodeURIComponent(canvas.editor.application.id)}?${query}`;
}

export async function copySectionLink(canvas: CanvasModel, id: string): Promise<void> {
  await copyText(sectionURL(canvas, id));
  toast({ text: t("sections.link-copied") });
}

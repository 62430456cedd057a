// The values that a block can be bound to. To find out whether an output exists on every path, the
// verifier checks a copy of the document in which the screen requires every output.

import {
  isObject, type Finding, type FlowDocument, type Json, type Manifest,
} from "../../../document";
import {
  blockAt, blocksOf, changeScreen, insertBlocks, withValue, type Block, type BlockPath,
  type DrawnScreen,
} from "../../../document/blocks";
import { verify } from "../../../engine";
import { t } from "../../../localization";
import { attributeText } from "../../inspector";
import type { ScreenModel } from "../screenModel";

export interface BindableValue {
  path: string;
  text: string;
  detail?: string;
  /** Whether it exists on every path to this block. */
  isCertain: boolean;
}

/** Returns the values that a block can be bound to. */
export async function valuesFor(model: ScreenModel, path: BlockPath): Promise<BindableValue[]> {
  const { screen, name } = model;
  if (!screen) return [];
  const document = model.editor.draft.document.get();
  const outputs = outputsOf(model);
  const needing = changeScreen(
    name, (current) => addRequiredOutputs(current, path, outputs))(document);
  const missing = await missingOutputs(needing, outputs, buildWith(model, blocksFor(screen)));
  const members = (value: Json | undefined) => Object.keys(isObject(value) ? value : {});
  const params = isObject(screen["params"]) ? screen["params"]["properties"] : undefined;
  const own = (scope: string, keys: string[], detail: string) =>
    keys.map((key): BindableValue => (
      { path: `${scope}.${key}`, text: key, detail, isCertain: true }));
  return [
    ...elementsOf(model, path),
    ...own("product", productMembers(blockAt(screen, path)), t("screens.from-product")),
    ...own("state", members(screen["state"]), t("screens.from-state")),
    ...own("content", members(params), t("screens.from-content")),
    ...outputs.map((key): BindableValue => {
      const missingPath = missing.get(key);
      return {
        path: `output.${key}`, text: key, isCertain: missingPath === undefined,
        detail: missingPath ?? t("screens.from-output"),
      };
    }),
    ...Object.keys(document.attributes ?? {}).map((key): BindableValue => ({
      path: key, text: attributeText(key), detail: t("screens.from-attribute"), isCertain: false,
    })),
  ];
}

/** All outputs that the other screens of the flows provide, in code or drawn. */
function outputsOf({ editor, name }: ScreenModel): string[] {
  const document = editor.draft.document.get();
  const used = new Set(document.flows.flatMap(({ steps }) => steps.map((step) => step.screen)));
  const isOther = (screen: { name: string }) => used.has(screen.name) && screen.name !== name;
  const provided = editor.screens.get().filter(isOther)
    .flatMap((screen) => Object.keys(screen.provides ?? {}));
  const drawn = editor.drawn.declared.get().filter(isOther)
    .flatMap((screen) => (screen.ports ?? []).flatMap((port) => (
      typeof port === "string" ? [] : port.provides ?? [])));
  return [...new Set([...provided, ...drawn])].sort();
}

/** The blocks of a build that shows all of a screen except custom blocks and app actions. */
export const blocksFor = (screen: DrawnScreen) => ({
  level: 1, products: true,
  data: [...new Set([...JSON.stringify(screen).matchAll(/\bdata\.([\w-]+)/g)]
    .map(([, name]) => name))].map((name) => ({ name })),
});

/** A build that shows these blocks, and has all screens that builds have in code. */
function buildWith({ editor }: ScreenModel, blocks: object): Manifest {
  const screens = editor.screens.get().filter((screen) => !screen.isDrawn)
    .map(({ name, ports, needs, provides }) => ({
      name, ports, ...(needs ? { needs } : {}), ...(provides ? { provides } : {}),
    }));
  return { schema: 1, platform: "any", version: "1", build: "1", screens, blocks } as Manifest;
}

/** A screen that needs outputs where a block is, so that the rules around it apply to them. */
export function addRequiredOutputs(
  screen: DrawnScreen, path: BlockPath, outputs: string[],
): DrawnScreen {
  const at = probePath(screen, path);
  const block = blockAt(screen, at) ?? screen.root;
  const probes = outputs.map((key): Block => ({ type: "text", text: { $: `output.${key}` } }));
  if (["column", "row", "grid", "footer"].includes(block.type)) {
    return insertBlocks(screen, { slot: `${at}/children`, index: 0 }, probes);
  }
  const { showIf } = block;
  return withValue(screen, at, {
    type: "column", ...(showIf === undefined ? {} : { showIf }), children: [...probes, block],
  });
}

/**
 * The path for probes: the block's own, or that of the outermost block around it that a build with
 * `blocksFor` does not show, or whose fallback contains it.
 */
function probePath(screen: DrawnScreen, path: BlockPath): BlockPath {
  const isUnsupported = (block: Block) =>
    block.type === "custom" || JSON.stringify(block["do"] ?? null).includes('"call"');
  const unsupportedAncestor = blocksOf(screen).find(({ block, path: outer }) =>
    path.startsWith(`${outer}/else`) || (path.startsWith(`${outer}/`) && isUnsupported(block)));
  return unsupportedAncestor?.path ?? path;
}

/** The outputs that are missing on some path to the screen, with that path in words. */
async function missingOutputs(
  document: FlowDocument, outputs: string[], build: Manifest,
): Promise<Map<string, string>> {
  if (outputs.length === 0) return new Map();
  const findings = await verify(document, [build]);
  const missing = new Map<string, string>();
  for (const finding of findings) {
    const key = missingOutputName(finding);
    if (key !== undefined && outputs.includes(key) && !missing.has(key)) {
      missing.set(key, pathTextOf(finding));
    }
  }
  return missing;
}

function missingOutputName({ code, arguments: args }: Finding): string | undefined {
  if (code !== "need-not-provided") return undefined;
  return typeof args["key"] === "string" ? args["key"] : undefined;
}

const pathTextOf = ({ path }: Finding): string => t("screens.missing-on", {
  path: (path ?? []).map(({ step }) => step).join(" → "),
});

/** The values of each product that an offer's texts can show. */
const productMembers = (block: Block | undefined): string[] =>
  (block?.type === "offer" ? ["name", "price", "period", "trial"] : []);

/** The members of elements that the list around a block already uses. */
function elementsOf({ screen }: ScreenModel, path: BlockPath): BindableValue[] {
  if (!screen) return [];
  const at = path.lastIndexOf("/item");
  const list = at < 0 ? undefined : blockAt(screen, path.slice(0, at));
  if (!list) return [];
  const keys = new Set([...JSON.stringify(list).matchAll(/\bitem\.([\w-]+)/g)]
    .map(([, key]) => key ?? ""));
  return [...keys].map((key) => ({
    path: `item.${key}`, text: key, detail: t("screens.from-item"), isCertain: true,
  }));
}

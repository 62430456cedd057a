// Suggestions for a screen: problems that the verifier accepts. They never block publishing.

import { isObject, sameJSON, type Json, type JsonObject } from "../../../document";
import {
  blockAt, blocksOf, isBlock, portsIn, type Block, type BlockPath, type DrawnScreen,
} from "../../../document/blocks";
import { t, type MessageValues } from "../../../localization";
import type { LocatedFinding } from "../locatedFinding";
import { blockName, propertyName } from "../naming";
import { rulesFor } from "../vocabulary";

/** Suggestions that follow from the blocks alone. */
export function adviceFor(screen: DrawnScreen): LocatedFinding[] {
  return [
    ...hiddenExits(screen),
    ...blocksOf(screen).flatMap(({ block, path }) => [
      ...emptyTexts(block, path), ...placeholders(block, path)]),
    ...missingHeading(screen),
  ];
}

type AdviceCode = "hidden-exit" | "empty-text" | "no-alternative" | "no-heading" | "placeholder";

function advice(
  code: AdviceCode, path: BlockPath, key = "", values: MessageValues = {},
): LocatedFinding {
  return {
    code, severity: "advice", path, pointer: key === "" ? path : `${path}/${key}`,
    text: t(`screens.advice-${code}`, values), fix: t(`screens.advise-${code}`),
  };
}

/** Empty texts: alternatives of pictures, and texts that should not be empty. */
function emptyTexts(block: Block, path: BlockPath): LocatedFinding[] {
  return rulesFor(block.type).filter(({ key }) => block[key] === "").flatMap((rule) => {
    const { key, kind, isRequired } = rule;
    if (kind === "alternative") return [advice("no-alternative", path, key)];
    const isText = kind === "text" || kind === "shownText";
    return isText && isRequired ? [advice("empty-text", path, key, {
      name: blockName(block), property: propertyName(block.type, key),
    })] : [];
  });
}

// URLs -----------------------------------------------------------------------------------------

/** The example URLs, which new blocks and templates begin with. */
function placeholders(block: Block, path: BlockPath): LocatedFinding[] {
  const own = ["to", "video", "poster"].map((key): [string, Json | undefined] => [key, block[key]]);
  const opened = [...openedBy(block["do"], "do"), ...openedBy(block["ended"], "ended")];
  return [...own, ...opened]
    .flatMap(([key, url]) => (
      /^https:\/\/example\.com([/?#]|$)/.test(String(url)) ? [advice("placeholder", path, key, {
        name: blockName(block), url: String(url),
      })] : []));
}

/** The URLs that actions open, with their pointers. */
function openedBy(value: Json | undefined, at: string): [string, Json][] {
  if (isBlock(value) || typeof value !== "object" || value === null) return [];
  return Object.entries<Json>(value as JsonObject).flatMap(([key, member]): [string, Json][] => (
    key === "open" ? [[`${at}/open`, member]] : openedBy(member, `${at}/${key}`)));
}

// Exits ----------------------------------------------------------------------------------------

/** Whether pressing a block, or the end of its video, leaves the screen. */
function isExit(block: Block): boolean {
  const actions = [block["do"] ?? null, Array.isArray(block["ended"]) ? block["ended"] : null];
  const isToStep = block.type === "link" && !String(block["to"]).includes(":");
  return isToStep || portsIn(actions).length > 0 || JSON.stringify(actions).includes('"back":true');
}

/** The blocks at and around a path whose rules hide them from some users. */
export function conditionalPaths(screen: DrawnScreen, path: BlockPath): BlockPath[] {
  return blocksOf(screen).filter((located) => isObject(located.block["showIf"])
    && (path === located.path || path.startsWith(`${located.path}/`))).map((block) => block.path);
}

/** Whether a rule only depends on values that users change on the screen. */
function dependsOnUser(rule: Json | undefined): boolean {
  if (Array.isArray(rule)) return rule.every(dependsOnUser);
  return isObject(rule) && Object.entries(rule).every(([key, value]) => (
    key.startsWith("$") ? dependsOnUser(value) : key.startsWith("state.")));
}

/** Whether two rules are opposites, so that every user matches exactly one. */
function areOpposite(a: Json | undefined, b: Json | undefined): boolean {
  const negates = (rule: Json | undefined, other: Json | undefined) => {
    if (!isObject(rule)) return false;
    const [[key, value] = ["", undefined], ...rest] = Object.entries(rule);
    if (rest.length > 0) return false;
    if (key === "$not") return sameJSON(value, other);
    if (key === "$nor") return Array.isArray(value) && sameJSON(value, [other ?? null]);
    if (!isObject(value)) return false;
    return ["$not", "$ne"].some((name) => name in value
      && sameJSON({ [key]: value[name] ?? null }, other));
  };
  return negates(a, b) || negates(b, a);
}

/** The exits, if each is hidden from some users, so that some users may have none. */
function hiddenExits(screen: DrawnScreen): LocatedFinding[] {
  const exits = blocksOf(screen)
    .filter(({ block, path }) => isExit(block) && !path.includes("/else"));
  const rulesOf = (path: BlockPath) =>
    conditionalPaths(screen, path).map((at) => blockAt(screen, at)?.["showIf"]);
  const rules = exits.map(({ path }) => rulesOf(path));
  const isCertain = rules.some((own) => own.every(dependsOnUser))
    || rules.some((own, index) => rules.slice(index + 1).some((others) =>
      own.length === 1 && others.length === 1 && areOpposite(own[0], others[0])));
  if (isCertain) return [];
  return exits.map(({ block, path }) =>
    advice("hidden-exit", path, "showIf", { name: blockName(block) }));
}

// Headings -------------------------------------------------------------------------------------

function missingHeading(screen: DrawnScreen): LocatedFinding[] {
  const all = blocksOf(screen);
  const hasOne = all.some(({ block }) => block["role"] === "heading1");
  if (hasOne || screen["title"] !== undefined || all.length === 1) return [];
  return [{ ...advice("no-heading", "/root"), pointer: "/title" }];
}

import { IconButton, Menu, type MenuContent, type MenuItem } from "../../ui";
import { t } from "../../localization";
import { blockAt } from "../../document/blocks";
import {
  alignmentsOf, arrangementOf, unwrapBlock, wrappers, type Arrangement,
} from "./blockArrangement";
import { typeName, valueName } from "./naming";
import type { ScreenModel } from "./screenModel";

const widths = ["fill", "fit", "narrow"];
const textAligns = ["start", "center", "end"];

/** The menu for arranging the selected blocks: alignment, width, grouping and order. */
export function ArrangeMenu({ model }: { model: ScreenModel }) {
  const arrangement = () => (model.screen
    ? arrangementOf(model.screen, model.selected.get()) : null);
  const isPossible = model.debouncedSelection.get().some((path) => path !== "/root");
  const items = () => {
    const current = arrangement();
    return current ? itemsOf(model, current).map(returningFocus) : [];
  };
  return (
    <Menu
      label={t("screens.arrange")} items={items}
      trigger={(props) => (
        <IconButton
          {...props} icon="align" size="small" className="screen-arrange" shortcut="A"
          label={t("screens.arrange")} disabled={!isPossible}
        />
      )}
    />
  );
}

/** A menu item that moves the focus to the selection in the structure afterwards. */
function returningFocus(item: MenuContent[number]): MenuContent[number] {
  if (item === null || typeof item === "string") return item;
  return {
    ...item,
    onChoose: () => {
      item.onChoose?.();
      requestAnimationFrame(() => document
        .querySelector<HTMLElement>(".tree-row[tabindex='0']")?.focus({ preventScroll: true }));
    },
  };
}

function itemsOf(model: ScreenModel, arrangement: Arrangement): MenuContent {
  const { blocks, container, texts, canWrap, canReverse } = arrangement;
  const { screen } = model;
  const unwrapped = blocks.length === 1 && screen && unwrapBlock(screen, model.active) !== null;
  return [
    ...(container ? containerItems(model, container) : []),
    ...(texts.length > 0 ? [
      t("screens.arrange-texts", { count: texts.length }),
      ...textAligns.map((value) => choice(model, texts, "align", value)),
    ] : []),
    t("screens.prop-width"),
    ...widths.map((value) => choice(model, blocks.map(({ path }) => path), "width", value)),
    null,
    ...(canWrap ? wrappers.map((type): MenuItem => ({
      text: t("screens.wrap", { name: typeName(type) }), onChoose: () => model.wrap(type),
    })) : []),
    ...(unwrapped ? [{ text: t("screens.unwrap"), onChoose: () => model.unwrap() }] : []),
    ...(canReverse ? [{ text: t("screens.reverse"), onChoose: () => model.reverse() }] : []),
  ];
}

function containerItems(
  model: ScreenModel, { path, block, count }: NonNullable<Arrangement["container"]>,
): MenuContent {
  const isRow = block.type === "row";
  return [
    t(isRow ? "screens.arrange-row" : "screens.arrange-column", { count }),
    ...alignmentsOf(block.type).map((value) => choice(model, [path], "align", value)),
    ...(isRow ? [
      choice(model, [path], "spread", "between"),
      {
        text: t("screens.prop-wrap"), isChecked: block["wrap"] === true,
        onChoose: () => model.set(path, "wrap", block["wrap"] === true ? undefined : true),
      },
    ] : []),
  ];
}

/** One option of a property; choosing it again removes the property. */
function choice(model: ScreenModel, paths: string[], key: string, value: string): MenuItem {
  const { screen } = model;
  const isChecked = screen !== undefined
    && paths.every((path) => valueIn(model, path, key) === value);
  return {
    text: valueName(key, value), isChecked,
    onChoose: () => model.set(paths, key, isChecked ? undefined : value),
  };
}

const valueIn = ({ screen }: ScreenModel, path: string, key: string) =>
  (screen ? blockAt(screen, path)?.[key] : undefined);

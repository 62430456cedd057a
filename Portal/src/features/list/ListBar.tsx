import { Button, Icon, IconButton } from "../../ui";
import { t } from "../../localization";
import type { ListActions } from "./actions";

interface ListBarProps {
  flow: string;
  query: string;
  onQuery(query: string): void;
  shown: number;
  total: number;
  selected: string[];
  canEdit: boolean;
  isAllOpen: boolean;
  onAll(isOpen: boolean): void;
  onPaste(): void;
  /** The step that an edge was followed from. */
  cameFrom: string | null;
  onBack(): void;
  actions: ListActions;
}

/** The bar of the list: search, expand, add, and actions for the selected steps. */
export function ListBar(props: ListBarProps) {
  const { query, onQuery, shown, total, canEdit, actions, cameFrom } = props;
  return (
    <div className="list-bar">
      <h2>{t("list.title", { flow: props.flow })}</h2>
      <div className="list-search">
        <Icon name="search" size={16} />
        <input
          type="search" className="input" value={query} aria-label={t("help.key-search")}
          placeholder={t("help.key-search")} aria-keyshortcuts="/" spellCheck={false}
          onChange={(event) => onQuery(event.target.value)}
        />
      </div>
      <span className="list-count" role="status">
        {query.trim() === ""
          ? t("editor.steps", { count: total }) : t("list.found", { shown, total })}
      </span>
      <span className="list-bar-tools">
        {cameFrom && (
          <Button size="small" kind="quiet" icon="back" onClick={props.onBack}>
            {t("list.back", { step: cameFrom })}
          </Button>
        )}
        <Button size="small" onClick={() => props.onAll(!props.isAllOpen)}>
          {t(props.isAllOpen ? "list.collapse-all" : "list.expand-all")}
        </Button>
        {canEdit && (
          <>
            <IconButton icon="paste" label={t("list.paste")} onClick={props.onPaste} />
            <Button
              size="small" kind="primary" icon="add"
              onClick={() => actions.host.ask({ kind: "add" })}
            >
              {t("list.add")}
            </Button>
          </>
        )}
      </span>
      {props.selected.length > 1 && <SelectionActions {...props} />}
    </div>
  );
}

function SelectionActions({ selected, canEdit, actions }: ListBarProps) {
  return (
    <span className="list-selection" role="group" aria-label={t("list.selected-label")}>
      <span role="status">{t("list.selected", { count: selected.length })}</span>
      <Button size="small" icon="copy" onClick={() => void actions.copy(selected)}>
        {t("action.copy")}
      </Button>
      {canEdit && (
        <Button size="small" kind="danger" icon="trash" onClick={() => actions.remove(selected)}>
          {t("list.remove", { count: selected.length })}
        </Button>
      )}
      <Button
        size="small" kind="quiet" onClick={() => actions.editor.selection.set({ steps: [] })}
      >
        {t("list.select-none")}
      </Button>
    </span>
  );
}

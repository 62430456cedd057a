import { useState } from "react";
import type { ReleaseSummary } from "../../api";
import { useApplication } from "../../model/application";
import { liveReleaseNumber } from "../../model/releases";
import { roleIncludes } from "../../model/session";
import { useStore } from "../../model/store";
import type { MenuContent } from "../../ui";
import { t } from "../../localization";
import { PromoteDialog, RollBackDialog } from "../publish";
import { promotionTargets } from "./promotionTargets";
import { RestoreDialog } from "./RestoreDialog";

export interface Actions {
  release: ReleaseSummary;
  /** The path of the release's page. */
  href: string;
  items: MenuContent;
  canRollBack: boolean;
  canRestore: boolean;
  /** The other environments to which the release can be published. */
  targets: string[];
  open: "roll-back" | "restore" | { publishTo: string } | null;
  setOpen(open: Actions["open"]): void;
}

/** Returns the current user's actions for a release. */
export function useActions(release: ReleaseSummary): Actions {
  const application = useApplication();
  const environments = useStore(application.application)?.environments ?? [];
  const [open, setOpen] = useState<Actions["open"]>(null);
  const { number, environment } = release;
  const current = liveReleaseNumber(application, environment);
  const base = `/apps/${encodeURIComponent(application.id)}/history`;
  const canRollBack = current !== number && roleIncludes(application.role(environment), "editor");
  const canRestore = roleIncludes(application.role(), "drafter");
  const targets = promotionTargets(
    release, environments, (name) => roleIncludes(application.role(name), "editor"));
  const href = `${base}/${number}`;
  const items: MenuContent = [
    { text: t("history.look"), icon: "eye", href },
    ...(current !== undefined && current !== number ? [{
      text: t("history.compare-live", { environment }), icon: "diff" as const,
      href: `${base}/compare/${Math.min(number, current)}-${Math.max(number, current)}`,
    }] : []),
    ...(canRestore || canRollBack || targets.length > 0 ? [null] : []),
    ...(canRestore ? [{
      text: t("history.restore"), icon: "edit" as const, onChoose: () => setOpen("restore"),
    }] : []),
    ...(canRollBack ? [{
      text: t("history.roll-back", { environment }), icon: "undo" as const,
      onChoose: () => setOpen("roll-back"),
    }] : []),
    ...targets.map((target) => ({
      text: t("history.publish-to", { environment: target }), icon: "publish" as const,
      onChoose: () => setOpen({ publishTo: target }),
    })),
  ];
  return { release, href, items, canRollBack, canRestore, targets, open, setOpen };
}

export function ReleaseDialogs({ actions }: { actions: Actions }) {
  const { release, open, setOpen } = actions;
  const close = () => setOpen(null);
  if (open === "roll-back") {
    return <RollBackDialog environment={release.environment} to={release} onClose={close} />;
  }
  if (open === "restore") return <RestoreDialog release={release} onClose={close} />;
  if (open === null) return null;
  return <PromoteDialog release={release} environment={open.publishTo} onClose={close} />;
}

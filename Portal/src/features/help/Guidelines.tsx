import { Dialog } from "../../ui";
import { t } from "../../localization";
import { guidelineNumbers } from "./topics";

/** The guidelines for changing a flow, from choosing an application to rolling back. */
export function Guidelines({ heading: Heading }: { heading: "h2" | "h3" }) {
  return (
    <>
      <p className="help-lead">{t("help.guide-lead")}</p>
      <ol className="help-guide">
        {guidelineNumbers.map((number) => (
          <li key={number}>
            <Heading>{t(`help.guide-${number}`)}</Heading>
            <p>{t(`help.guide-${number}-text`)}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

export function GuidelinesDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog
      title={t("help.guidelines")} onClose={onClose}
      footer={<a className="button plain" href="/help">{t("help.more")}</a>}
    >
      <Guidelines heading="h3" />
    </Dialog>
  );
}

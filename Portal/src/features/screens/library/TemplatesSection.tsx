import { useMemo, useState } from "react";
import { formatDate, t } from "../../../localization";
import { authorName } from "../../../model/authors";
import { useLoaded } from "../../../model/loading";
import {
  Button, EmptyState, IconButton, Loading, Row, Rows, Sections, type Section,
} from "../../../ui";
import { Failure } from "../../../ui/Failure";
import { useRenderedScreens } from "../rendering";
import { ScreenPicture } from "../ScreenPicture";
import { useCombinedDocument } from "./startingPoints";
import { canWrite, readTemplates, type LibraryTemplate } from "./api";
import { RemoveTemplateDialog, RenameTemplateDialog, UsesDialog } from "./TemplateDialogs";

/** The width of a small picture, in CSS pixels. */
const PICTURE_WIDTH = 62;
const emptyDocument = { schema: 1 as const, flows: [] };

/** The organization's templates with their pictures and uses; they can be renamed and removed. */
export function TemplatesSection({ organization, frame }: {
  organization: string;
  frame: { label: string; sections: Section[]; current: string; overline: string };
}) {
  const loaded = useLoaded((signal) => readTemplates(organization, signal), organization);
  const sectionProps = {
    ...frame, title: t("screens.templates"), text: t("screens.templates-text"),
  };
  const { value, failure } = loaded;
  return (
    <Sections {...sectionProps}>
      {!value && failure !== null && (
        <Failure isPart failure={failure} onRetry={() => void loaded.reload()} />
      )}
      {!value && failure === null && <Loading text={t("app.loading")} />}
      {value?.length === 0 && (
        <EmptyState icon="apps" title={t("screens.templates-none")}>
          <p>{t("screens.templates-none-text")}</p>
        </EmptyState>
      )}
      {value && value.length > 0 && (
        <TemplateList
          organization={organization} templates={value} onChange={() => void loaded.reload()}
        />
      )}
    </Sections>
  );
}

type OpenDialog = { kind: "uses" | "rename" | "remove"; template: LibraryTemplate };

function TemplateList({ organization, templates, onChange }: {
  organization: string; templates: LibraryTemplate[]; onChange(): void;
}) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const startingPoints = useMemo(() => templates.map(({ id, name, content }) => (
    { id, title: name, text: "", name, screen: content.screen, content })), [templates]);
  const shown = useCombinedDocument(emptyDocument, startingPoints);
  const drawn = useRenderedScreens(shown.document, shown.screens);
  const isWritable = canWrite(organization);
  const close = () => setDialog(null);
  const done = () => {
    close();
    onChange();
  };
  return (
    <>
      <Rows label={t("screens.templates")}>
        {templates.map((template) => (
          <Row
            key={template.id} title={template.name}
            before={
              <ScreenPicture
                html={drawn?.get(template.id)} document={shown.document} width={PICTURE_WIDTH}
              />
            }
            text={t("screens.template-facts", {
              version: template.version, day: formatDate(template.updated),
              author: authorName(template.author),
            })}
            actions={
              <>
                <Button size="small" onClick={() => setDialog({ kind: "uses", template })}>
                  {t("screens.template-uses")}
                </Button>
                {isWritable && (
                  <>
                    <IconButton
                      icon="edit" size="small"
                      label={t("screens.template-rename", { name: template.name })}
                      onClick={() => setDialog({ kind: "rename", template })}
                    />
                    <IconButton
                      icon="trash" size="small"
                      label={t("screens.template-remove", { name: template.name })}
                      onClick={() => setDialog({ kind: "remove", template })}
                    />
                  </>
                )}
              </>
            }
          />
        ))}
      </Rows>
      {dialog?.kind === "uses" && (
        <UsesDialog organization={organization} template={dialog.template} onClose={close} />
      )}
      {dialog?.kind === "rename" && (
        <RenameTemplateDialog
          organization={organization} template={dialog.template} onClose={close} onDone={done}
        />
      )}
      {dialog?.kind === "remove" && (
        <RemoveTemplateDialog
          organization={organization} template={dialog.template} onClose={close} onDone={done}
        />
      )}
    </>
  );
}

import { useEffect, useRef, type KeyboardEvent } from "react";
import { stepKey, type DeclaredScreen } from "../../document";
import { buildName } from "../../model/builds";
import { useCanUseSnapshot } from "../../model/editor";
import { useStore } from "../../model/store";
import { Button, Icon, Kbd } from "../../ui";
import { formatList, t } from "../../localization";
import { inDeclaredOrder, ScreenPicture, useDeclaredScreen, type DrawnField } from "../screen";
import { fieldName, fieldsOfScreen, outputOf } from "./screenFields";
import { DrawnScreen } from "./DrawnScreen";
import { PhoneField } from "./PhoneField";
import type { PreviewModel } from "./previewModel";
import { sampleValue, displayValue } from "./user";
import { sessionFailureText } from "./sentences";

/** The preview: the current screen with its buttons, the end of the flow, or a failure. */
export function Phone({ preview }: { preview: PreviewModel }) {
  const { current, outcome, failure, path, log } = useStore(preview.simulation);
  const isDrawn = useStore(preview.drawn.view) !== null;
  const frame = useRef<HTMLDivElement>(null);
  const screen = useScreen(preview);
  const last = log.at(-1)?.id;
  useEffect(() => {
    // The pressed button is removed with its screen, so the focus moves to the preview.
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) {
      frame.current?.focus({ preventScroll: true });
    }
  }, [last, outcome]);
  const fire = (port: string) => preview.fire(port, screen.outputFor(port));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.nativeEvent)) return;
    // A drawn screen is left only with its own buttons, which validate its form.
    const isDigit = !isDrawn && /^[1-9]$/.test(event.key);
    const port = isDigit ? screen.ports[Number(event.key) - 1] : undefined;
    if (port !== undefined && !outcome) fire(port);
    else if (event.key === "Backspace") preview.undo();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const style = path.at(-1)?.style ?? "push";
  const title = outcome !== null ? t("preview.ended", { outcome })
    : current ? t("preview.at", { step: current.step }) : t("preview.nothing");
  return (
    <div
      className={`device comes-${style}`} ref={frame} tabIndex={-1} role="group" data-tour="phone"
      aria-label={t("preview.phone")} onKeyDown={onKeyDown}
    >
      <p className="visually-hidden" role="status">{title}</p>
      <div className="phone-status" aria-hidden="true"><span>9:41</span><i /></div>
      <div className="phone-bar">
        <PhoneBack preview={preview} />
        <span className="phone-title">{outcome !== null ? "" : current?.step}</span>
      </div>
      <div className="phone-screen" key={last}>
        {outcome !== null ? <FlowEnd outcome={outcome} preview={preview} />
          : current && <CurrentScreen preview={preview} screen={screen} onFire={fire} />}
      </div>
      {failure && <div className="phone-failure" role="alert">{sessionFailureText(failure)}</div>}
      <div className="phone-home" aria-hidden="true" />
    </div>
  );
}

/** Whether a key press goes into a field; fields of a drawn screen are in a shadow root. */
function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element
    && target.matches("input:not([type=checkbox]), select, textarea");
}

function PhoneBack({ preview }: { preview: PreviewModel }) {
  const { canGoBack } = useStore(preview.simulation);
  if (!canGoBack) return null;
  return (
    <button
      type="button" className="phone-back" aria-label={t("preview.back")} title={t("preview.back")}
      onClick={() => preview.back()}
    >
      <Icon name="chevron" />
    </button>
  );
}

/** Returns the fields of the screen, the entered values, and the output of each port. */
function useScreen(preview: PreviewModel) {
  const { current, content, ports } = useStore(preview.simulation);
  const { entered, build } = useStore(preview.state);
  const document = useStore(preview.editor.draft.document);
  const builds = useStore(preview.editor.application.builds)?.builds ?? [];
  const appScreen = useDeclaredScreen(current?.screen ?? "");
  const manifest = builds.find((candidate) => buildName(candidate) === build)?.manifest;
  const declared: DeclaredScreen | undefined = manifest?.screens
    ?.find((screen) => screen.name === current?.screen) ?? appScreen;
  const fields = current
    ? fieldsOfScreen(document, current.step, current.screen, content, declared) : [];
  const key = current ? stepKey(current) : "";
  const values = Object.fromEntries(fields.map((field) => {
    const name = fieldName(field);
    const earlier = current && preview.enteredValue(field.key ?? current.step);
    const sample = field.key !== undefined && !field.options
      ? sampleValue(field.key, field.type) : field.options?.[0]?.value;
    return [name, entered[key]?.[name] ?? displayValue(earlier ?? sample)];
  }));
  return {
    fields, values, stepKey: key, declared: appScreen ?? declared,
    ports: inDeclaredOrder(ports, appScreen ?? declared),
    outputFor: (port: string) => outputOf(fields, values, port, declared),
  };
}

function CurrentScreen({ preview, screen, onFire }: {
  preview: PreviewModel; screen: ReturnType<typeof useScreen>; onFire(port: string): void;
}) {
  const { current, content } = useStore(preview.simulation);
  const isDrawn = useStore(preview.drawn.view) !== null;
  const { locale } = useStore(preview.state).user;
  const canUseSnapshot = useCanUseSnapshot(preview.editor, current?.screen ?? "");
  if (!current) return null;
  if (isDrawn) return <DrawnScreen preview={preview} />;
  const { ports } = screen;
  const field = (drawnField: DrawnField) => (
    <PhoneField
      field={drawnField} value={screen.values[fieldName(drawnField)] ?? ""}
      onValue={(text) => preview.enter(screen.stepKey, fieldName(drawnField), text)}
    />
  );
  const { fields } = screen;
  return (
    <>
      <ScreenPicture
        screen={current.screen} declared={screen.declared} content={content}
        canUseSnapshot={canUseSnapshot} locale={typeof locale === "string" ? locale : undefined}
        ports={ports}
        field={(drawn) => field(fields.find(({ key }) => key === drawn.key) ?? drawn)}
        button={(button, index) => (
          <button
            type="button" className={`screen-button ${index === 0 ? "main" : ""}`}
            title={button.isGuess ? t("preview.port-guess", { port: button.port })
              : t("preview.port", { port: button.port })}
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            onClick={() => onFire(button.port)}
          >
            <span>{button.text}</span>
            {index < 9 && <Kbd>{index + 1}</Kbd>}
          </button>
        )}
        extra={fields
          .filter(({ key, placeholder, options }) => key === undefined && !placeholder && !options)
          .map((drawnField) => <div key={fieldName(drawnField)}>{field(drawnField)}</div>)}
      />
      {ports.length === 0 && <p className="phone-note">{t("preview.no-ports")}</p>}
    </>
  );
}

function FlowEnd({ outcome, preview }: { outcome: string; preview: PreviewModel }) {
  const { outputs } = useStore(preview.simulation);
  const names = Object.keys(outputs);
  return (
    <div className="phone-end">
      <span className="phone-end-sign"><Icon name="flag" size={28} /></span>
      <p className="screen-headline">{t("preview.ended", { outcome })}</p>
      <p className="screen-text">
        {names.length > 0 ? t("preview.gathered", { names: formatList(names) })
          : t("preview.gathered-nothing")}
      </p>
      <Button kind="primary" icon="reset" onClick={() => void preview.restart()}>
        {t("preview.restart")}
      </Button>
    </div>
  );
}

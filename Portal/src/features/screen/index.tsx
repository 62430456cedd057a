import { useMemo, useState, type ReactNode } from "react";
import { path, type Screen } from "../../api";
import { portLabel, type DeclaredScreen, type FlowDocument, type Json } from "../../document";
import { useApplication } from "../../model/application";
import { useEditor } from "../../model/editor";
import { codeKind, kindPreview } from "../../model/kinds";
import { useStore } from "../../model/store";
import { language, t } from "../../localization";
import { drawingOf, type DrawnButton, type DrawnElement, type DrawnField } from "./drawing";
import "./screen.css";

export { drawingOf, humanized, withTexts } from "./drawing";
export type { Drawing, DrawnButton, DrawnElement, DrawnField } from "./drawing";

interface ScreenPictureProps {
  /** The screen's name. */
  screen: string;
  declared?: Screen | DeclaredScreen | undefined;
  /** The step's content; `$text` is looked up by `text`. */
  content: Json | undefined;
  /** The step's ports, in order; those of the declaration if omitted. */
  ports?: string[] | undefined;
  text?: ((key: string) => string | undefined) | undefined;
  /** The language of the buttons' labels; the reader's if omitted. */
  locale?: string | undefined;
  /** Whether the app's snapshot can represent this step; see `useCanUseSnapshot`. */
  canUseSnapshot: boolean;
  /** Renders a field; a static drawing if omitted, as for `button`. */
  field?: (field: DrawnField) => ReactNode;
  button?: (button: DrawnButton, index: number) => ReactNode;
  /** Further elements above the buttons. */
  extra?: ReactNode;
}

/**
 * A picture of a screen: the app's snapshot, otherwise a drawing of its content. In the preview,
 * its fields and buttons can be used.
 */
export function ScreenPicture(props: ScreenPictureProps) {
  const {
    screen, declared, content, text, canUseSnapshot, field, button, extra, locale = language,
  } = props;
  const ports = props.ports ? inDeclaredOrder(props.ports, declared) : portNames(declared);
  const portNamesKey = ports.join("\n");
  const drawing = useMemo(
    () => drawingOf({
      screen, declared, content, text, ports, label: (port) => portLabel(declared, port, locale),
    }),
    [screen, declared, content, text, portNamesKey, locale]);
  const snapshot = canUseSnapshot && declared && "snapshot" in declared
    ? declared.snapshot : undefined;
  const isDecoration = !field && !button;
  const kind = codeKind(declared);
  return (
    <div className="screen-picture" aria-hidden={isDecoration || undefined}>
      {snapshot ? (
        <Snapshot key={snapshot.etag} screen={screen} etag={snapshot.etag}>
          <Elements elements={drawing.elements} field={() => null} />
        </Snapshot>
      ) : (
        <div className="screen-body">
          <Elements elements={drawing.elements} field={field ?? staticField} />
        </div>
      )}
      {!(snapshot && isDecoration) && (
        <div className="screen-foot">
          {snapshot && drawing.elements.filter(isField).map((element, index) => (
            <div key={index}>{(field ?? staticField)(element)}</div>
          ))}
          {extra}
          {drawing.buttons.map((drawnButton, index) => (
            <div key={drawnButton.port}>{(button ?? staticButton)(drawnButton, index)}</div>
          ))}
          {kind && <p className="screen-placeholder">{kindPreview(kind)}</p>}
          {!kind && <PlaceholderNote isDrawn={!snapshot} buttons={drawing.buttons} />}
        </div>
      )}
    </div>
  );
}

/**
 * A note on the parts that differ from the app, so that the drawing is not mistaken for the screen.
 */
function PlaceholderNote({ isDrawn, buttons }: { isDrawn: boolean; buttons: DrawnButton[] }) {
  const isGuess = buttons.some((button) => button.isGuess);
  if (!isDrawn && !isGuess) return null;
  return (
    <p className="screen-placeholder">
      {t(isDrawn && isGuess ? "screen.placeholder-both"
        : isDrawn ? "screen.placeholder-picture" : "screen.placeholder-buttons")}
    </p>
  );
}

const isField = (element: DrawnElement): element is DrawnField => element.kind === "field";

/** A step's ports in the screen's declared order, because the order in documents has no meaning. */
export function inDeclaredOrder(
  ports: string[], declared: Screen | DeclaredScreen | undefined,
): string[] {
  const order = portNames(declared);
  const rank = (port: string) => {
    const index = order.indexOf(port);
    return index < 0 ? order.length : index;
  };
  return [...ports].sort((a, b) => rank(a) - rank(b));
}

function portNames(declared: Screen | DeclaredScreen | undefined): string[] {
  return (declared?.ports ?? []).map((port) => (typeof port === "string" ? port : port.name));
}

/** The snapshot, or the drawing if it cannot be loaded. */
function Snapshot({ screen, etag, children }: {
  screen: string; etag: string; children: ReactNode;
}) {
  const application = useApplication();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <div className="screen-body">{children}</div>;
  const url = path`/v1/apps/${application.id}/screens/${screen}/snapshot`;
  return (
    <img
      className="screen-snapshot" alt="" draggable={false} loading="lazy" decoding="async"
      src={`${url}?v=${encodeURIComponent(etag)}`} onError={() => setBroken(true)}
    />
  );
}

function Elements({ elements, field }: {
  elements: DrawnElement[]; field: (field: DrawnField) => ReactNode;
}) {
  return (
    <>
      {elements.map((element, index) => (
        <Element key={index} element={element} field={field} />
      ))}
    </>
  );
}

function Element({ element, field }: {
  element: DrawnElement; field: (field: DrawnField) => ReactNode;
}) {
  switch (element.kind) {
    case "headline": return <p className="screen-headline">{element.text}</p>;
    case "text": return <p className="screen-text">{element.text}</p>;
    case "note": return <p className="screen-note">{element.text}</p>;
    case "image": return <div className="screen-image"><ImageIcon /></div>;
    case "lines": return <div className="screen-lines"><i /><i /><i /></div>;
    case "list": return (
      <ul className="screen-list">
        {element.items.slice(0, 12).map((item, index) => (
          <li key={index}>
            <span>{item.title}</span>
            {item.detail && <small>{item.detail}</small>}
          </li>
        ))}
      </ul>
    );
    case "toggle": return (
      <p className="screen-toggle">
        <span>{element.text}</span>
        <span className={`screen-switch ${element.isOn ? "on" : ""}`} aria-hidden="true" />
      </p>
    );
    case "fact": return (
      <p className="screen-fact"><span>{element.name}</span><span>{element.text}</span></p>
    );
    case "field": return <>{field(element)}</>;
  }
}

const staticField = (field: DrawnField) => (
  <span className="screen-field">{field.placeholder || field.label}</span>
);

const staticButton = (button: DrawnButton, index: number) => (
  <span className={`screen-button ${index === 0 ? "main" : ""}`}>{button.text}</span>
);

function ImageIcon() {
  return (
    <svg viewBox="0 0 32 24" width="32" height="24" fill="none" stroke="currentColor" aria-hidden>
      <path d="M2 20 11 9l6 7 4-4 9 8M22 7.5a2 2 0 1 0 .01 0" strokeWidth="1.5" />
    </svg>
  );
}

/**
 * Returns a function that looks up a text of a document by its key: in a language, in the default
 * one, or else in any; undefined if there is none.
 */
export function useTexts(
  document: FlowDocument, locale?: string,
): (key: string) => string | undefined {
  const { strings, defaultLocale } = document;
  return useMemo(() => (key: string) => {
    const tables = strings ?? {};
    for (const tag of [...fallbacks(locale), ...fallbacks(defaultLocale)]) {
      const text = tables[tag]?.[key];
      if (text !== undefined) return text;
    }
    return Object.values(tables).map((table) => table[key]).find((text) => text !== undefined);
  }, [strings, defaultLocale, locale]);
}

function fallbacks(locale: string | undefined): string[] {
  const parts = (locale ?? "").split("-").filter(Boolean);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
}

/** Returns the declaration of a screen, from builds or from the document that draws it. */
export function useDeclaredScreen(name: string): Screen | undefined {
  return useStore(useEditor().screens, (all) => all.find((screen) => screen.name === name));
}

import { useEffect, useLayoutEffect, useRef } from "react";
import type { Json } from "../../document";
import { useStore } from "../../model/store";
import { Button } from "../../ui";
import { t } from "../../localization";
import { drawnRoot, patchHTML, setTheme, useIsPortalDark } from "../drawn";
import type { Call, DrawnModel } from "./drawnModel";
import type { PreviewModel } from "./previewModel";
import { directionOf } from "./pseudo";

/** The width of the preview's screen beside the canvas, in CSS pixels. */
const FRAME_WIDTH = 282;

/** An interactive drawn screen, as in the app. */
export function DrawnScreen({ preview }: { preview: PreviewModel }) {
  const host = useRef<HTMLDivElement>(null);
  const { drawn } = preview;
  const view = useStore(drawn.view);
  const display = useStore(drawn.display);
  const { log } = useStore(preview.simulation);
  const { locale } = useStore(preview.state).user;
  const theme = useStore(preview.editor.draft.document, (document) => document.theme);
  const last = log.at(-1)?.id;
  const html = view?.html ?? "";
  const isPortalDark = useIsPortalDark();
  const dark = display.appearance === "auto" ? isPortalDark : display.appearance === "dark";
  const form = () => host.current?.shadowRoot?.querySelector("form") ?? null;
  useLayoutEffect(() => {
    if (!host.current) return;
    const root = drawnRoot(host.current);
    if (!form()) root.append(createForm(drawn));
    setTheme(root, theme);
  }, [drawn, theme]);
  useLayoutEffect(() => {
    if (host.current) host.current.dir = directionOf(locale);
  }, [locale]);
  // The HTML has no secrets: their fields would keep those of the previous showing.
  useLayoutEffect(() => form()?.reset(), [view?.showing]);
  useLayoutEffect(() => {
    const root = form();
    if (root) patchHTML(root, html, { locale: typeof locale === "string" ? locale : "", dark });
  }, [html, locale, dark]);
  useEffect(() => {
    // After navigating to a step, its heading gets the focus.
    const heading = form()?.querySelector<HTMLElement>("h1");
    const device = host.current?.closest(".device");
    const { activeElement } = document;
    if (heading && log.length > 1 && (activeElement === document.body
      || activeElement === device || activeElement === host.current)) {
      heading.focus({ preventScroll: true });
    }
  }, [last]);
  useEffect(() => {
    if (!view?.errors.length) return;
    const invalid = form()?.querySelector<HTMLElement>("[aria-invalid=true]");
    (invalid?.matches("fieldset") ? invalid.querySelector<HTMLElement>("input") : invalid)?.focus();
  }, [view?.errors]);
  useLayoutEffect(() => {
    const style = host.current?.style;
    style?.setProperty("--fm-text-size", `${display.textScale}rem`);
    style?.setProperty(
      "color-scheme", display.appearance === "auto" ? "inherit" : display.appearance);
    style?.setProperty("zoom", String(FRAME_WIDTH / display.width));
  }, [display]);
  return (
    <>
      <div className="phone-drawn" ref={host} data-appearance={display.appearance} />
      <p className="visually-hidden" role="alert">{view?.errors.join(" ")}</p>
      {view?.opened && (
        <p className="phone-note" role="status">{t("preview.opens", { url: view.opened })}</p>
      )}
      {view?.call && <CallOutcomes drawn={drawn} call={view.call} />}
    </>
  );
}

/** A choice of the outcomes of an app's action, which does not run here. */
function CallOutcomes({ drawn, call }: { drawn: DrawnModel; call: Call }) {
  return (
    <div className="phone-call" role="group" aria-label={t("preview.calls", { name: call.name })}>
      <p>{t("preview.calls", { name: call.name })}</p>
      {call.outcomes.map((outcome) => (
        <Button key={outcome} size="small" onClick={() => drawn.finish(outcome)}>{outcome}</Button>
      ))}
    </div>
  );
}

const fieldOf = (element: Element) => element.getAttribute("name")?.replace(/^field\./, "") ?? "";
const blockOf = (element: Element) => element.closest("[data-key]")?.getAttribute("data-key") ?? "";

/** The form around a drawn screen; nothing is sent. */
function createForm(drawn: DrawnModel): HTMLFormElement {
  const form = document.createElement("form");
  form.noValidate = true;
  form.style.setProperty("display", "contents");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const button = event.submitter;
    if (button instanceof HTMLButtonElement) drawn.press(button.value);
  });
  form.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link) return;
    event.preventDefault();
    const key = link.getAttribute("data-key");
    if (key === null) drawn.showURL(link.href);
    else drawn.press(key);
  });
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type)
      || target instanceof HTMLTextAreaElement) drawn.enter(target.value, fieldOf(target));
  });
  form.addEventListener("change", ({ target }) => handleChange(drawn, form, target));
  form.addEventListener("focusout", ({ target }) => {
    if (target instanceof HTMLInputElement && target.type !== "radio"
      || target instanceof HTMLTextAreaElement) drawn.blur(fieldOf(target));
  });
  return form;
}

/** Handles a changed choice or switch. */
function handleChange(drawn: DrawnModel, form: HTMLFormElement, target: EventTarget | null): void {
  if (target instanceof HTMLSelectElement) {
    const values = [...target.selectedOptions].map((option) => parseJSON(option.value));
    return drawn.choose(target.multiple ? values : values[0] ?? null, blockOf(target));
  }
  if (!(target instanceof HTMLInputElement)) return;
  if (target.type === "radio") drawn.choose(parseJSON(target.value), blockOf(target));
  else if (target.type === "checkbox" && !target.closest("fieldset")) {
    drawn.choose(target.checked, blockOf(target));
  } else if (target.type === "checkbox") {
    const all = form.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(target.name)}"]`);
    const values = [...all].filter(({ checked }) => checked).map(({ value }) => parseJSON(value));
    drawn.choose(values, blockOf(target));
  }
}

const parseJSON = (text: string): Json => (text === "" ? null : JSON.parse(text) as Json);

// Renders screens that are not in the document, or modified, with the engine.

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { drawnPart, sampleProducts, type FlowDocument } from "../../document";
import type { DrawnScreen } from "../../document/blocks";
import { renderScreens as render } from "../../engine";
import { language } from "../../localization";
import { noAsset, today } from "../../model/drawnScreens";
import { samplesFor } from "./samples";

/** Screens as HTML, by name, with the texts and colors of a document. */
export async function renderScreens(
  document: FlowDocument, screens: DrawnScreen[], locale?: string,
): Promise<Map<string, string>> {
  const part = drawnPart({ ...document, screens });
  return new Map(!part ? [] : await render(part, screens.map((screen) => [screen.name, {
    ...samplesFor(screen), assets: noAsset, products: sampleProducts(part, screen.name),
    attributes: { locale: locale ?? document.defaultLocale ?? language },
    today: today(),
  }])));
}

/** Screens as HTML, by name, rendered again when they change; null until they are rendered. */
export function useRenderedScreens(
  document: FlowDocument, screens: DrawnScreen[], locale?: string,
): Map<string, string> | null {
  const [drawn, setDrawn] = useState<Map<string, string> | null>(null);
  const [requested, shown] = [useRef(0), useRef(0)];
  useEffect(() => {
    requested.current += 1;
    const request = requested.current;
    // NB: shown even if there is a newer request, so that a held key does not stop all updates.
    renderScreens(document, screens, locale).catch(() => new Map<string, string>()).then((all) => {
      if (request < shown.current) return;
      shown.current = request;
      flushSync(() => setDrawn(all));
    });
  }, [document, screens, locale]);
  useEffect(() => () => {
    shown.current = Infinity;
  }, []);
  return drawn;
}

// Renders screens that are not in the document, or modified, with the engine.

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { drawnPart, sampleProducts, type FlowDocument } from "../../document";
import type { DrawnScreen } from "../../document/blocks";
import { drawScreens as draw } from "../../engine";
import { language } from "../../localization";
import { noAsset } from "../../model/drawnScreens";
import { samplesFor } from "./samples";

/** Screens as HTML, by name, with the texts and colors of a document. */
export async function drawScreens(
  document: FlowDocument, screens: DrawnScreen[], locale?: string,
): Promise<Map<string, string>> {
  const part = drawnPart({ ...document, screens });
  return new Map(!part ? [] : await draw(part, screens.map((screen) => [screen.name, {
    ...samplesFor(screen), assets: noAsset, products: sampleProducts(part, screen.name),
    attributes: { locale: locale ?? document.defaultLocale ?? language },
    today: new Date().toISOString().slice(0, 10),
  }])));
}

/** The same, updated with the screens; null until they are rendered. */
export function useDrawn(
  document: FlowDocument, screens: DrawnScreen[], locale?: string,
): Map<string, string> | null {
  const [drawn, setDrawn] = useState<Map<string, string> | null>(null);
  const [asked, shown] = [useRef(0), useRef(0)];
  useEffect(() => {
    asked.current += 1;
    const mine = asked.current;
    // NB: shown even if a newer one was requested, so that a held key does not stop all updates.
    drawScreens(document, screens, locale).catch(() => new Map<string, string>()).then((all) => {
      if (mine < shown.current) return;
      shown.current = mine;
      flushSync(() => setDrawn(all));
    });
  }, [document, screens, locale]);
  useEffect(() => () => {
    shown.current = Infinity;
  }, []);
  return drawn;
}

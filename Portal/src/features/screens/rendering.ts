// Renders screens that are not in the document, or modified, with the engine.

import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import {
  drawnPart, sampleProducts, type FlowDocument,
} from "../../document";
import type { DrawnScreen } from "../../document/blocks";
import { loadEngine } from "../../engine";
import { language } from "../../localization";
import { noAsset } from "../../model/drawnScreens";
import { samplesFor } from "./samples";

/** Screens as HTML, by name, with the texts and colors of a document. */
export async function drawScreens(
  document: FlowDocument, screens: DrawnScreen[], locale?: string,
): Promise<Map<string, string>> {
  const engine = await loadEngine();
  const part = drawnPart({ ...document, screens });
  if (!part) return new Map();
  const read = engine.screens(part);
  try {
    return new Map(screens.flatMap((screen) => {
      const picture = read.picture(screen.name, {
        ...samplesFor(screen), assets: noAsset, products: sampleProducts(part, screen.name),
        attributes: { locale: locale ?? document.defaultLocale ?? language },
        today: new Date().toISOString().slice(0, 10),
      });
      return picture ? [[screen.name, picture.html] as const] : [];
    }));
  } finally {
    read.dispose();
  }
}

/** The minimum and maximum time between two renderings while typing, in milliseconds. */
const [PAUSE, LONGEST_PAUSE] = [150, 500];
/** The maximum share of the time for rendering. */
const SHARE = 1 / 8;

/**
 * The same, as long as the screens are the same; null until they are rendered. While typing, they
 * are rendered after a pause, which is longer on a slower computer: the field shows a letter at
 * once, and rendering takes longer than typing it.
 */
export function useDrawn(
  document: FlowDocument, screens: DrawnScreen[], locale?: string,
): Map<string, string> | null {
  const [drawn, setDrawn] = useState<Map<string, string> | null>(null);
  const next = useRef(0);
  useEffect(() => {
    let isWanted = true;
    const draw = () => {
      const began = performance.now();
      next.current = began + PAUSE;
      drawScreens(document, screens, locale).catch(() => new Map<string, string>()).then((all) => {
        if (!isWanted) return;
        flushSync(() => setDrawn(all));
        const now = performance.now();
        // NB: the first rendering loads the engine, too.
        const pause = Math.min(LONGEST_PAUSE, (now - began) / SHARE);
        next.current = Math.max(next.current, now + pause);
      });
    };
    const wait = next.current - performance.now();
    const timer = wait > 0 ? window.setTimeout(draw, wait) : undefined;
    if (timer === undefined) draw();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [document, screens, locale]);
  return drawn;
}

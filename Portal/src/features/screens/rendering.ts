// Drawing screens that are not in the document, or not as they stand there, by the engine.

import { useEffect, useState } from "react";
import {
  drawnPart, sampleProducts, type FlowDocument,
} from "../../document";
import type { DrawnScreen } from "../../document/blocks";
import { loadEngine } from "../../engine";
import { language } from "../../localization";
import { noAsset } from "../../model/drawnScreens";
import { samplesFor } from "./samples";

/** Screens as HTML, by their names, with the texts and colours of a document. */
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

/** The same, as long as the screens are the same; null until they are drawn. */
export function useDrawn(
  document: FlowDocument, screens: DrawnScreen[], locale?: string,
): Map<string, string> | null {
  const [drawn, setDrawn] = useState<Map<string, string> | null>(null);
  useEffect(() => {
    let isWanted = true;
    drawScreens(document, screens, locale).then(
      (all) => isWanted && setDrawn(all), () => isWanted && setDrawn(new Map()));
    return () => {
      isWanted = false;
    };
  }, [document, screens, locale]);
  return drawn;
}


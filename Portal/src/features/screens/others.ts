// The other members in the same screen, and the blocks that they have chosen.

import { useMemo } from "react";
import { clientId } from "../../api";
import type { BlockPath } from "../../document/blocks";
import { blockAtPlace } from "../../model/presence";
import { useStore } from "../../model/store";
import { hueOf } from "../../ui";
import type { ScreenModel } from "./screenModel";

export interface Other {
  id: string;
  name: string;
  /** The number of the member's color. */
  hue: number;
  path: BlockPath;
}

/** The others who have a block of this screen chosen, each page of theirs once. */
export function useOthers({ editor, name }: ScreenModel): Other[] {
  const users = useStore(editor.application.presence);
  return useMemo(() => users.flatMap((one) => {
    const at = blockAtPlace(one.step);
    return at?.screen === name && one.client !== clientId ? [{
      id: one.client, name: one.name || one.email, hue: hueOf(one.email), path: at.block,
    }] : [];
  }), [users, name]);
}

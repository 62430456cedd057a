// The other open pages with the same screen, and their selected blocks.

import { useMemo } from "react";
import { clientId } from "../../api";
import type { BlockPath } from "../../document/blocks";
import { blockAtPosition } from "../../model/presence";
import { useStore } from "../../model/store";
import { hueOf } from "../../ui";
import type { ScreenModel } from "./screenModel";

export interface OtherMember {
  id: string;
  name: string;
  /** The number of the member's color. */
  hue: number;
  path: BlockPath;
}

/** The active blocks in other pages with this screen, this user's own pages included. */
export function useOthers({ editor, name }: ScreenModel): OtherMember[] {
  const users = useStore(editor.application.presence);
  return useMemo(() => users.flatMap((user) => {
    const at = blockAtPosition(user.step);
    return at?.screen === name && user.client !== clientId ? [{
      id: user.client, name: user.name || user.email, hue: hueOf(user.email), path: at.block,
    }] : [];
  }), [users, name]);
}

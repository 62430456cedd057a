// Opens and inspects a draft with fake dependencies.

import { Bench, type Page } from "./bench.test-support";
import { setContent, type Edit, type FlowDocument, type Json } from "../../document";
import { DraftModel } from "../draft";
import { me } from "../session";

const content = (id: string, value: Json): Edit => setContent("shop", id, value);
export const titled = (id: string, title: string): Edit => content(id, { title });
export const contentOf = (document: FlowDocument, id: string) =>
  document.flows[0]?.steps.find((step) => step.id === id)?.content;

export async function opened(bench: Bench, page: Page = bench.page()): Promise<DraftModel> {
  me.set({
    id: "p1", email: "me@example.com", name: "Me", csrfToken: "", organizations: [],
    isRecent: true,
  });
  const draft = new DraftModel(page.application, page.host);
  await draft.open();
  return draft;
}

export const save = (draft: DraftModel) => draft.state.get().save.kind;

// Opens and inspects a draft with fake dependencies.

import { TestBench, type Page } from "./bench.test-support";
import { setContent, type Edit, type FlowDocument } from "../../document";
import { DraftModel } from "../draft";
import { me } from "../session";

export const setTitle = (id: string, title: string): Edit => setContent("shop", id, { title });
export const contentOf = (document: FlowDocument, id: string) =>
  document.flows[0]?.steps.find((step) => step.id === id)?.content;

export async function openDraft(bench: TestBench, page: Page = bench.page()): Promise<DraftModel> {
  me.set({
    id: "p1", email: "me@example.com", name: "Me", csrfToken: "", organizations: [],
    isRecent: true,
  });
  const draft = new DraftModel(page.application, page.host);
  await draft.open();
  return draft;
}

export const saveStatus = (draft: DraftModel) => draft.state.get().save.kind;

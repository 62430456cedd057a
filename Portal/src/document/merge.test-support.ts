// A base document for merge tests, and its edits.

import type { Edit, FlowDocument } from "./index";

export const base: FlowDocument = {
  schema: 1, number: 3, environment: "production",
  flows: [
    {
      id: "shop", start: "home",
      steps: [
        {
          id: "home", screen: "Home", content: { title: "Hello", list: ["a", "b", "c"] },
          ports: {
            next: [
              { when: { country: "DE" }, to: "legal" }, { when: { country: "AT" }, to: "login" },
              { to: "login" },
            ],
            enter: [{ flow: "sign-up", then: { completed: "login" } }],
            split: [{
              split: {
                experiment: "short",
                variants: [
                  { weight: 0.5, to: "login", key: "a" }, { weight: 0.5, to: "legal", key: "b" },
                ],
              },
            }],
          },
        },
        { id: "legal", screen: "Legal", ports: { next: [{ to: "login" }] } },
        {
          id: "login", screen: "Login", content: { title: "In" },
          ports: { next: [{ to: "home" }] },
        },
        { id: "free", screen: "Free", content: { text: "Alone" } },
      ],
    },
    { id: "sign-up", start: "one", steps: [{ id: "one", screen: "Info" }] },
  ],
  strings: { en: { hello: "Hello" } }, segments: { near: ["DE", "AT"] },
  attributes: { country: "string" },
};

export const step = (document: FlowDocument, id: string, flow = 0) =>
  document.flows[flow]?.steps.find((candidate) => candidate.id === id);
export const edited = (...edits: Edit[]) => edits.reduce((document, edit) => edit(document), base);

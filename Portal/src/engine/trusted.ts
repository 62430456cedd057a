// Trusted Types: the page's policy allows only values created here in `innerHTML` and for workers.

interface Policy {
  createHTML(html: string): string;
  createScriptURL(url: string): string;
}

interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

const rules: Policy = { createHTML: (html) => html, createScriptURL: (url) => url };

/** For HTML that the engine has drawn, which escapes all texts, and the URL of our worker. */
export const trusted: Policy =
  (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy("flowmagic", rules)
    ?? rules;

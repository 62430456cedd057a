// The ids of organizations, applications and environments; the server has the same rule.

export const identifierPattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

const letters: { [letter: string]: string } = {
  ä: "ae", ö: "oe", ü: "ue", ß: "ss", æ: "ae", ø: "o", å: "a", œ: "oe", ł: "l", đ: "d",
  "&": "-and-",
};

/** Derives an id from a name: “Märchen & Café” becomes `maerchen-and-cafe`. */
export function suggestId(name: string): string {
  const plain = [...name.toLowerCase().normalize("NFC")].map((letter) => letters[letter] ?? letter);
  return plain.join("").normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-").replace(/^-+/, "").slice(0, 63).replace(/-+$/, "");
}

export function isIdentifier(text: string): boolean {
  return identifierPattern.test(text);
}

// Formats the arguments of findings and changes for a sentence.

import { conditionText, joined, valueText } from "./conditions";
import { plain, type Argument, type Arguments, type Format } from "./template";
import type { EnginePhrases } from "./texts";

type Tense = "does" | "now" | "gone" | "past";

const listOf = (value: Argument | undefined): Argument[] => (
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]);
const objectOf = (value: Argument | undefined): Arguments => (
  typeof value === "object" && value !== null && !Array.isArray(value) ? value : {});
const textOf = (value: Argument | undefined): string => (
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value));

/** Returns the format of a language, with numbers as the reader writes them. */
export function formatIn(phrases: EnginePhrases, number: (value: number) => string): Format {
  const quoted = (value: Argument | undefined) => plain(phrases.quoted, { text: textOf(value) });
  const standard = (value: Argument | undefined): string => {
    if (typeof value === "number") return number(value);
    if (Array.isArray(value)) return joined(value.map(standard), phrases.and);
    return typeof value === "string" ? quoted(value) : textOf(value);
  };
  const nameText = (name: Argument | undefined) => (name === "" ? phrases.nameless : quoted(name));
  const type = (name: Argument) => phrases.types[textOf(name)] ?? textOf(name);
  const percentage = (value: number) => plain(phrases.percent, { number: number(value) });
  const percent = (share: Argument | undefined) => (
    typeof share === "number" ? percentage(Math.round(share * 10_000) / 100) : textOf(share));
  const routes = new Routes(phrases, quoted, percent);
  const styles: { [style: string]: (value: Argument) => string } = {
    "": standard,
    code: (value) => `\`${textOf(value)}\``,
    raw: textOf,
    placeholder: (value) => `{${textOf(value)}}`,
    // An index from 0, counted from 1.
    number: (value) => number(Number(value) + 1),
    or: (value) => joined(listOf(value).map(standard), phrases.or),
    type,
    types: (value) => joined(listOf(value).map(type), phrases.or),
    json: (value) => phrases.json[textOf(value)] ?? textOf(value),
    expected: (value) => phrases.expected[textOf(value)] ?? textOf(value),
    // A ratio in hundredths.
    ratio: (value) => number(Number(value) / 100),
    value: (value) => (value === "" ? phrases.whole : quoted(value)),
    builds: (value) => buildsText(objectOf(value), phrases),
    share: (value) => (
      Number(value) > 0 && Number(value) < 0.005 ? phrases.under
        : percentage(Math.round(Number(value) * 100))),
    location: (value) => locationText(objectOf(value), phrases, nameText, number),
    condition: (value) => conditionText(value, phrases),
    route: (value) => routes.text(value, "does"),
    now: (value) => routes.text(value, "now"),
    gone: (value) => routes.text(value, "gone"),
    past: (value) => routes.text(value, "past"),
    routes: (value) => joined(
      listOf(value).map((route) => routes.text(route, "does")), phrases.and),
    targets: (value) => joined(listOf(value).map((route) => routes.brief(route)), phrases.and),
    shares: (value) => routes.shares(value),
    percent,
    namespace: (value) => {
      if (!Array.isArray(value)) return phrases.noNamespace;
      const [name, from, to] = value;
      return plain(phrases.namespace, {
        name: quoted(name), from: percent(from), to: percent(to),
      });
    },
    identity: (value) => joined(listOf(value).map(quoted), phrases.orElse),
    values: (value) => {
      const { values, more } = objectOf(value);
      const texts = listOf(values).map((element) => valueText(element, phrases));
      return joined(withRemainder(texts, more, phrases), phrases.and);
    },
    differences: (value) => joined(
      listOf(value).map((difference) => differenceText(objectOf(difference), phrases, standard)),
      phrases.and),
    owner: (value) => ownerText(objectOf(value), phrases, quoted),
  };
  return (value, style) => styles[style]?.(value) ?? standard(value);
}

function withRemainder(
  texts: string[], more: Argument | undefined, phrases: EnginePhrases,
): string[] {
  return typeof more === "number" ? [...texts, plain(phrases.more, { count: more })] : texts;
}

function buildsText({ names, more }: Arguments, phrases: EnginePhrases): string {
  const texts = withRemainder(
    listOf(names).map((name) => (name === "" ? phrases.nameless : textOf(name))), more, phrases);
  return plain(phrases.builds, { names: texts, list: joined(texts, phrases.and) });
}

function locationText(
  { flow, step, port, route }: Arguments, phrases: EnginePhrases,
  nameText: (name: Argument | undefined) => string, number: (value: number) => string,
): string {
  const kind = route !== undefined ? "route" : port !== undefined ? "port"
    : step !== undefined ? "step" : flow !== undefined ? "flow" : "document";
  return plain(phrases.location[kind], {
    flow: nameText(flow), step: nameText(step), port: nameText(port),
    number: number(Number(route) + 1),
  });
}

function differenceText(
  { path, kind, value, before }: Arguments, phrases: EnginePhrases,
  standard: (value: Argument | undefined) => string,
): string {
  const name = path === "" ? phrases.whole : standard(path);
  if (kind === "added") return plain(phrases.isNew, { name });
  if (kind === "removed") return plain(phrases.wasRemoved, { name });
  if (value === undefined) return plain(phrases.isDifferent, { name });
  return plain(phrases.isNow, { name, value: standard(value), before: standard(before) });
}

function ownerText(
  { flow, experiment, variant, step, port }: Arguments, phrases: EnginePhrases,
  quoted: (name: Argument | undefined) => string,
): string {
  const { owners } = phrases;
  if (flow !== undefined) return plain(owners.flow, { name: quoted(flow) });
  if (experiment !== undefined) return plain(owners.experiment, { name: quoted(experiment) });
  if (variant !== undefined) return plain(owners.variant, { name: quoted(variant) });
  if (port !== undefined) return plain(owners.route, { name: quoted(step), port: quoted(port) });
  return step === undefined ? owners.document : plain(owners.step, { name: quoted(step) });
}

/** Describes routes of documents as the predicate of a sentence whose subject is a port. */
class Routes {
  constructor(
    private readonly phrases: EnginePhrases,
    private readonly quoted: (name: Argument | undefined) => string,
    private readonly percent: (share: Argument | undefined) => string,
  ) {}

  /** Describes a route's destination and condition: “leads to “legal” when country is DE”. */
  text(value: Argument, tense: Tense): string {
    const route = objectOf(value);
    const text = this.target(route, tense);
    if (route["when"] === undefined) return text;
    return text + plain(this.phrases.when, {
      condition: conditionText(route["when"], this.phrases),
    });
  }

  private target(route: Arguments, tense: Tense): string {
    const { leads, ends, enters, runs } = this.phrases;
    const style = this.phrases.styles[textOf(route["style"])] ?? "";
    const sentence = (verb: typeof leads, to: Argument | undefined, shares = "") =>
      verb[tense] + plain(verb.rest, { to: this.quoted(to), shares });
    if (route["to"] !== undefined) return sentence(leads, route["to"]) + style;
    if (route["finish"] !== undefined) return sentence(ends, route["finish"]) + style;
    if (route["split"] !== undefined) {
      const split = objectOf(route["split"]);
      return sentence(runs, split["experiment"], this.shares(split["variants"] ?? []));
    }
    return sentence(enters, route["flow"]) + style + this.continuations(objectOf(route["then"]));
  }

  private continuations(then: Arguments): string {
    const parts = Object.entries(then).map(([outcome, destination]) => {
      const name = outcome === "*" ? this.phrases.otherOutcome : this.quoted(outcome);
      const route = typeof destination === "string" ? { to: destination } : objectOf(destination);
      return `${name} ${this.target(route, "does")}`;
    });
    if (parts.length === 0) return "";
    return plain(this.phrases.where, { list: joined(parts, this.phrases.and) });
  }

  /** A route's destination in a word or two. */
  brief(value: Argument): string {
    const route = objectOf(value);
    const { end, experiment, flow } = this.phrases;
    if (route["to"] !== undefined) return this.quoted(route["to"]);
    if (route["finish"] !== undefined) return plain(end, { to: this.quoted(route["finish"]) });
    if (route["split"] === undefined) return plain(flow, { to: this.quoted(route["flow"]) });
    return plain(experiment, { to: this.quoted(objectOf(route["split"])["experiment"]) });
  }

  /** The shares of all variants: “50% “long” and 50% “short””. */
  shares(value: Argument): string {
    const { equalShare, share, range, nothing, and } = this.phrases;
    const parts = listOf(value).map(objectOf).map(({ key, range: bounds, weight }, index) => {
      const variant = this.quoted(key ?? String(index));
      if (Array.isArray(bounds)) {
        const [from, to] = bounds;
        return plain(range, { from: this.percent(from), to: this.percent(to), variant });
      }
      if (weight === undefined) return plain(equalShare, { variant });
      return plain(share, { share: this.percent(weight), variant });
    });
    return parts.length === 0 ? nothing : joined(parts, and);
  }
}

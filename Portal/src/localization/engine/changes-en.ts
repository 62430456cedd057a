// Changes in English; template.ts explains the placeholders.

import type { ChangeTexts, EnginePhrases } from "./texts";

export const changes: ChangeTexts = {
  "application-changed.named": "The application is now {application}.",
  "application-changed.unnamed": "The application is no longer named.",
  "application-changed": "The application is now {application} instead of {before}.",
  "flow-order-changed.first": "The application now starts with flow {flow} instead of {before}.",
  "flow-order-changed": "The flows are in another order.",
  "flow-added": "Flow {flow} is new, with {steps|# step|# steps}.",
  "flow-removed": "Flow {flow} was removed.",
  "start-changed": "Flow {flow} now starts at {start} instead of {before}.",
  "step-added":
    "Step {step} is new; it shows screen {screen}[[ and is in section {section}]].",
  "step-removed": "Step {step} was removed.",
  "screen-changed": "{step} now shows screen {screen} instead of {before}.",
  "content-changed.added": "On {step}, the content is new.",
  "content-changed.removed": "On {step}, the content was removed.",
  "content-changed": "On {step}, the content changed: {differences:differences}.",
  "show-when-changed.always": "{step} is now always shown; before, only when {before:condition}.",
  "show-when-changed":
    "{step} is now shown only when {condition:condition}[[; before, when {before:condition}]].",
  "port-added": "On {step}, {port} led nowhere before: now it {routes:routes}.",
  "port-added.unrouted": "On {step}, port {port} is new.",
  "port-removed": "On {step}, {port} leads nowhere any more.",
  "route-added": "On {step}, {port} {route:now}.",
  "route-removed": "On {step}, {port} {route:gone}.",
  "route-removed.elsewhere":
    "On {step}, {port} lost a route that {route:past}; another one still does.",
  "condition-changed.removed":
    "On {step}, {port} {target:now} whenever no earlier route applies; before, when "
      + "{before:condition}.",
  "condition-changed.added":
    "On {step}, {port} {target:now} when {condition:condition}; before, always.",
  "condition-changed":
    "On {step}, {port} {target:now} when {condition:condition}; before, when {before:condition}.",
  "destination-changed": "On {step}, {port} {route:now}; before, it {before:past}.",
  "destination-changed.variant":
    "On {step}, {port} runs experiment {experiment}, which now sends {variant} elsewhere: it "
      + "{destination:route}; before, it {before:past}.",
  "route-order-changed":
    "On {step}, {port} now tries its routes in another order: {routes:targets}.",
  "split-settings-changed.experiment":
    "On {step}, {port} now runs experiment {experiment} instead of {before}.",
  "split-settings-changed.identity":
    "On {step}, {port} runs experiment {experiment}, which now identifies users by "
      + "{by:identity} instead of {before:identity}.",
  "split-settings-changed.seed":
    "On {step}, {port} runs experiment {experiment}, which now reassigns its users; "
      + "they may get another variant.",
  "split-settings-changed.coverage":
    "On {step}, {port} runs experiment {experiment}, which now includes {coverage:percent} "
      + "of the users instead of {before:percent}.",
  "split-settings-changed.namespace":
    "On {step}, {port} runs experiment {experiment}, which now runs {namespace:namespace}; "
      + "before, {before:namespace}.",
  "split-variants-changed.added":
    "On {step}, {port} runs experiment {experiment}, which now also has {variant}: it "
      + "{destination:route}.",
  "split-variants-changed.removed":
    "On {step}, {port} runs experiment {experiment}, which no longer has {variant}.",
  "split-variants-changed.order":
    "On {step}, {port} runs experiment {experiment}, which now has its variants in another "
      + "order: {variants}; users may get another variant.",
  "split-shares-changed":
    "On {step}, {port} runs experiment {experiment}, which now gives {variants:shares}; "
      + "before, {before:shares}.",
  "section-changed.added": "Section {section} is new[[, with {steps:values}]].",
  "section-changed.removed": "Section {section} was removed.",
  "section-changed": "Section {before} is now called {section}.",
  "section-changed.gained":
    "Section {section} now has {steps:values}[[, from section {before}]].",
  "section-changed.lost": "Section {section} no longer has {steps:values}.",
  "drawn-screen-changed.added": "Drawn screen {screen} is new.",
  "drawn-screen-changed.removed": "Drawn screen {screen} was removed.",
  "drawn-screen-changed": "On drawn screen {screen}, {differences:differences}.",
  "language-changed.added": "{locale} is a new language with {texts|# text|# texts}.",
  "language-changed.removed": "The texts in {locale} were removed.",
  "language-changed.default-named": "The default language is now {locale}.",
  "language-changed.default-unnamed": "There is no default language any more.",
  "language-changed.default": "The default language is now {locale} instead of {before}.",
  "language-changed.supported": "The application now supports the language {locale}.",
  "language-changed.unsupported": "The application no longer supports the language {locale}.",
  "text-added": "In {locale}, text {key} is new: {text}.",
  "text-removed": "In {locale}, text {key} was removed.",
  "text-changed": "In {locale}, text {key} now reads {text} instead of {before}.",
  "segment-changed.added": "Segment {segment} is new, with {values|# value|# values}.",
  "segment-changed.removed": "Segment {segment} was removed.",
  "segment-changed.gained": "Segment {segment} now has {added:values}.",
  "segment-changed.lost": "Segment {segment} no longer has {removed:values}.",
  "segment-changed":
    "Segment {segment} now has {added:values} and no longer has {removed:values}.",
  "attribute-changed.added": "Attribute {attribute} is new; its type is {type:type}.",
  "attribute-changed.removed": "Attribute {attribute} was removed.",
  "attribute-changed":
    "Attribute {attribute} is now of type {type:type} instead of {before:type}.",
  "unknown-changed.added": "The additional member {member} of {owner:owner} is new.",
  "unknown-changed": "The additional member {member} of {owner:owner} changed.",
  "unknown-changed.removed": "The additional member {member} of {owner:owner} was removed.",
};

/** The phrases that arguments are formatted with. */
export const phrases: EnginePhrases = {
  quoted: "“{text}”", and: " and ", or: " or ", orElse: " or else ", more: "{count} more",
  invalidCondition: "has an invalid condition: {text}",
  whole: "it", nameless: "without a name", builds: "{names|build|builds} {list}",
  percent: "{number}%", under: "under 1%",
  location: {
    route: "route {number} on port {port} of step {step} in flow {flow}",
    port: "port {port} of step {step} in flow {flow}", step: "step {step} in flow {flow}",
    flow: "flow {flow}", document: "the document",
  },
  json: {
    null: "null", boolean: "true or false", number: "a number", string: "a text",
    array: "a list", object: "an object",
  },
  expected: {
    object: "an object",
    state: "a type and a default",
    boolean: "true or false",
    number: "a number that the property can have",
    enum: "one of the allowed values",
    name: "a name",
    text: "a text, or a key of a text",
    value: "a value of its type",
    path: "a path such as “output.email”",
    condition: "a condition",
    actions: "a list of at most four actions",
    action: "an action: fire, back, set, open or call",
    last: "the last action, because it leaves the screen",
    block: "a block with a type",
    list: "a list that is not too long",
    date: "a day such as “2026-12-31” or “today+14d”",
    pattern: "a pattern that is matched in linear time",
    color: "a color such as “#1F57D6”",
    bytes: "bytes",
    blocks: "blocks",
    levels: "levels of nested blocks",
    fields: "fields",
    fieldInList: "a list would repeat the name of a field",
    carousel: "a carousel has either children, or from and item",
    footer: "a footer is the last block of a screen whose first block is a column",
    light: "the light appearance",
    dark: "the dark appearance",
  },
  types: {},
  leads: {
    does: "leads", now: "now leads", gone: "no longer leads", past: "led", rest: " to {to}",
  },
  ends: {
    does: "ends the flow", now: "now ends the flow", gone: "no longer ends the flow",
    past: "ended the flow", rest: " with {to}",
  },
  enters: {
    does: "enters", now: "now enters", gone: "no longer enters", past: "entered",
    rest: " flow {to}",
  },
  runs: {
    does: "runs", now: "now runs", gone: "no longer runs", past: "ran",
    rest: " experiment {to}, which gives {shares}",
  },
  when: " when {condition}", where: ", where {list}", otherOutcome: "any other outcome",
  end: "the end with {to}", experiment: "experiment {to}", flow: "flow {to}",
  styles: {
    sheet: " as a sheet", cover: " over everything", replace: " in place of this screen",
    root: " as a fresh start",
  },
  nothing: "nothing", equalShare: "an equal share {variant}", share: "{share} {variant}",
  range: "users from {from} to {to} {variant}",
  noNamespace: "outside any namespace", namespace: "in namespace {name} from {from} to {to}",
  isNew: "{name} is new", wasRemoved: "{name} was removed", isDifferent: "{name} is different",
  isNow: "{name} is now {value} instead of {before}",
  owners: {
    flow: "of flow {name}", experiment: "of experiment {name}", variant: "of variant {name}",
    step: "of step {name}", route: "of a route of port {port} of step {name}",
    document: "of the document",
  },
  condition: {
    always: "always", never: "never (malformed condition)",
    not: "not ({value})",
    answer: "the output of {name}",
    neverMatches: "never matches (malformed condition)",
    unknownOperator: "never matches, as operator {value} is unknown",
    missing: "is missing", exists: "exists", is: "is {value}", isNot: "is not {value}",
    oneOf: "is one of {value}", noneOf: "is none of {value}", contains: "contains {value}",
    ignoringCase: "{value} (ignoring case)", type: "is of type {value}",
    pattern: "matches the pattern {value}", inSegment: "is in segment {value}",
    notInSegment: "is not in segment {value}", size: "has {value} {value|entry|entries}",
    sizeThat: "has a number of entries that {value}", entryThat: "has an entry that {value}",
    entryWhere: "has an entry where {value}", notSo: "does not match ({value})",
    $lt: "is less than {value}", $lte: "is at most {value}", $gt: "is more than {value}",
    $gte: "is at least {value}", $vlt: "is below {value}", $vlte: "is at most {value}",
    $vgt: "is above {value}", $vgte: "is at least {value}",
  },
  attributes: {},
};

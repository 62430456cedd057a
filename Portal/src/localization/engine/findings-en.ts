// Findings in English: the problem, which follows its location, and the fix. template.ts
// explains the placeholders.

import { outputFindings } from "./findings-outputs-en";
import { screenFindings } from "./findings-screens-en";
import type { FindingTexts } from "./texts";

const unreadable = "has content that screen {screen}[[ in {builds:builds}]] cannot read: ";
const readable = "Change the content to what the screen reads.";

export const findings: FindingTexts = {
  "too-many-parts": [
    "has {limit} or more steps or destinations.",
    "Split the document into several applications.",
  ],
  "no-flows": ["has no flow.", "Add a flow with one step."],
  "empty-id.flow": ["has an empty id.", "Give the flow an id."],
  "empty-id.step": ["has an empty id.", "Give the step an id."],
  "empty-id.screen": ["names no screen.", "Choose a screen."],
  "empty-id.port": ["has an empty name.", "Give the port a name."],
  "empty-id.outcome": ["ends the flow with an empty outcome.", "Give the outcome a name."],
  "empty-id.experiment": ["runs an experiment with an empty key.", "Give the experiment a key."],
  "duplicate-flow": [
    "is defined twice; only the first is ever entered.",
    "Give one of the two flows another id.",
  ],
  "duplicate-step": [
    "is defined twice; only the first is ever shown.",
    "Give one of the two steps another id.",
  ],
  "duplicate-port": [
    "is defined twice; only the first is ever used.",
    "Put the routes of both on one port.",
  ],
  "missing-start": [
    "starts at {start}, which is not one of its steps.",
    "Choose one of the flow's steps as its start.",
  ],
  "unknown-screen": [
    "shows screen {screen}, which no build in use has.",
    "Choose another screen, or ship a build with this one first.",
  ],
  "missing-screen-in-build.skipped": [
    "shows screen {screen}, which is missing in {builds:builds}[[ ({share:share} of the last "
      + "30 days' sessions)]]; users there skip the step.",
    "Publish if these users can do without the step, or wait until they have updated.",
  ],
  "missing-screen-in-build.stuck": [
    "shows screen {screen}, which is missing in {builds:builds}[[ ({share:share} of the last "
      + "30 days' sessions)]]; users there cannot continue.",
    "Add a port “next” with a last route without a condition, so that the step can be skipped.",
  ],
  "unknown-port": [
    "is never used: screen {screen} has no port of this name.",
    "Move its routes to a port that the screen has: {ports:or}.",
  ],
  "unknown-port.none": ["is never used: screen {screen} has no ports.", "Remove the port."],
  "unrouted-port": [
    "has no route for port {port} of screen {screen}; users who take it stay where they are.",
    "Add a route for the port.",
  ],
  "content-mismatch.unexpected": [`${unreadable}{value:value} is not expected.`, readable],
  "content-mismatch.type": [
    `${unreadable}{value:value} should be of type {types:types}.`,
    readable,
  ],
  "content-mismatch.value": [
    `${unreadable}{value:value} is not one of the allowed values.`,
    readable,
  ],
  "content-mismatch.minimum": [
    `${unreadable}{value:value} should be at least {minimum}.`,
    readable,
  ],
  "content-mismatch.maximum": [`${unreadable}{value:value} should be at most {maximum}.`, readable],
  "content-mismatch.too-short": [
    `${unreadable}{value:value} should have at least {length|# character|# characters}.`,
    readable,
  ],
  "content-mismatch.too-long": [
    `${unreadable}{value:value} should have at most {length|# character|# characters}.`,
    readable,
  ],
  "content-mismatch.pattern": [`${unreadable}{value:value} does not match its pattern.`, readable],
  "content-mismatch.missing": [`${unreadable}{value:value} lacks {key}.`, readable],
  "content-mismatch.unknown": [`${unreadable}{value:value} is not known to the screen.`, readable],
  "content-mismatch.not-checked": [
    "has content that was not checked completely: screen {screen}[[ in {builds:builds}]] "
      + "declares the rule {rule}, which is not supported.",
    "Declare the screen's content without this rule.",
  ],
  "unknown-step": [
    "leads to step {target}, which the flow does not have.",
    "Choose a step of this flow, or add the step.",
  ],
  "unknown-flow": [
    "enters flow {target}, which does not exist.",
    "Choose another flow, or add the flow.",
  ],
  "unknown-outcome": [
    "handles outcome {outcome} of flow {target}, but the flow never ends with it.",
    "Remove this outcome's route, or let the flow finish with this outcome.",
  ],
  "unknown-attribute": [
    "has a condition on attribute {attribute}, which is not declared.",
    "Choose a declared attribute, or declare this one.",
  ],
  "unknown-output": [
    "has a condition on output {output}, which no step writes.",
    "Choose the id of a step, or a key that a screen provides.",
  ],
  "output-type-mismatch": [
    "has a condition that compares {attribute} with a value of type {expected:types}, but it "
      + "is of type {types:types}.",
    "Compare it with a value of its own type.",
  ],
  "port-without-fallback.no-route": [
    "leads nowhere: it has no route.",
    "Add a route, or remove the port.",
  ],
  "port-without-fallback.conditions": [
    "leads nowhere for users to whom none of its conditions applies.",
    "Add a last route without a condition.",
  ],
  "port-without-fallback.experiment": [
    "leads nowhere for users who take no part in its experiment.",
    "Add a last route without a condition.",
  ],
  "port-without-fallback.identity": [
    "leads nowhere for users without the attribute that its experiment splits by.",
    "Add a last route without a condition, or declare the attribute as a text or number.",
  ],
  "shadowed-route.always": [
    "is never taken, because route {route:number} always applies.",
    "Move the route up, or remove it.",
  ],
  "shadowed-route.same-condition": [
    "is never taken, because route {route:number} has the same condition.",
    "Move the route up, or remove it.",
  ],
  "overlapping-conditions": [
    "can apply together with route {route:number}; the earlier one wins, where FlowKit would "
      + "have refused both.",
    "Make the conditions exclude each other, or leave them as they are if the order is intended.",
  ],
  "weights-do-not-add-up": [
    "splits users by weights that do not add up to 1; equal shares are used instead.",
    "Change the weights so that their sum is 1.",
  ],
  "invalid-split.no-variants": [
    "splits users, but has no variants.",
    "Add at least one variant, or remove the route.",
  ],
  "invalid-split.hash-version": [
    "uses hash version {version}, which does not exist.",
    "Use hash version 2, or 1 for an experiment that was started with it.",
  ],
  "invalid-split.coverage": [
    "has a coverage that is not between 0 and 1.",
    "Set the coverage to a number from 0 to 1.",
  ],
  "invalid-split.namespace": [
    "has a namespace whose range is not within 0 to 1.",
    "Set a start and a greater end, both from 0 to 1.",
  ],
  "invalid-split.ranges": [
    "has variants whose ranges are missing, outside 0 to 1, reversed or overlapping.",
    "Give every variant a range of its own from 0 to 1, or use weights.",
  ],
  "conflicting-experiment": [
    "describes experiment {experiment} differently from {other:location}, so its results "
      + "cannot be compared.",
    "Give both the same variants, weights and coverage, or two different keys.",
  ],
  "unreachable-step": [
    "cannot be reached from the start of the flow.",
    "Add a route that leads to it, or remove it.",
  ],
  "dead-end": [
    "is a dead end: no path from here leads to an end of the flow.",
    "Add a route from here, or from a later step, to the end.",
  ],
  "flow-never-ends": [
    "has no end: users repeat the same steps until they leave.",
    "Nothing, if that is intended; otherwise let a route finish the flow.",
  ],
  "recursive-flow": [
    "enters flow after flow endlessly, whatever users do.",
    "Add a path that ends without entering the flow again.",
  ],
  "skip-cycle": [
    "leads back to itself through steps that can all be skipped at the same time[[ in "
      + "{builds:builds}]]: users would see nothing.",
    "Show one of the steps to everyone, or let a port “next” lead out of the cycle.",
  ],
  "skip-without-next": [
    "is skipped for some users, but has no port “next” by which they continue.",
    "Add a port “next” with a route, or show the step to everyone.",
  ],
  ...outputFindings,
  ...screenFindings,
  "unknown-string": [
    "uses text {key}, which no language has.",
    "Add the text, or choose another.",
  ],
  "missing-translation": [
    "has text {key}, which is missing in {locales}.",
    "Add the text in {locales|this language|these languages}.",
  ],
  "unknown-placeholder": [
    "has text {key} with the placeholder {placeholder:placeholder}, which nothing fills.",
    "Name a step's output or an attribute, or remove the placeholder.",
  ],
  "malformed-condition.too-deep": [
    "This condition is nested deeper than {limit} levels.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.no-object": [
    "A condition is an object such as {{\"plan\": \"pro\"}}; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.no-list": [
    "A list of conditions belongs here, such as [{{\"plan\": \"pro\"}}]; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-needs-condition": [
    "{operator:code} expects a condition such as {{\"plan\": \"pro\"}}; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-needs-list": [
    "{operator:code} expects a list such as [\"DE\", \"AT\"]; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-needs-segment": [
    "{operator:code} expects the name of a segment; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-needs-type": [
    "{operator:code} expects one of \"string\", \"number\", \"boolean\", \"array\", "
      + "\"object\", \"null\"; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.unknown-type": [
    "{operator:code} expects one of \"string\", \"number\", \"boolean\", \"array\", "
      + "\"object\", \"null\"; {type:code} is not a type.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-needs-pattern": [
    "{operator:code} expects a pattern such as \"^eu-\"; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-needs-element-condition": [
    "{operator:code} expects a condition for the elements such as {{\"$gt\": 10}}; this is "
      + "{found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-needs-version": [
    "{operator:code} expects a version such as \"2.3.0\"; this is {found:json}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.never-equal": [
    "{operator:code} never finds {found:json} equal. To compare its contents, leave out "
      + "{operator:code}.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.mixed-keys": [
    "{operator:code} is next to keys without `$`, so the attribute is compared with this "
      + "whole object. Put the operators into an object of their own.",
    "Correct the condition, or remove it.",
  ],
  "malformed-condition.operator-without-attribute": [
    "{operator:code} needs an attribute around it, as in {{\"plan\": {{\"{operator:raw}\": "
      + "…}}}}. Here it is read as the name of an attribute.",
    "Correct the condition, or remove it.",
  ],
  "unknown-operator": [
    "{operator:code} is not an operator.[[ Did you mean {suggestion:code}?]]",
    "Use one of the operators that exist.",
  ],
  "unknown-operator.options": [
    "{operator:code} is not an operator. To ignore case, use `$regexi`.",
    "Use one of the operators that exist.",
  ],
  "unknown-operator.logical": [
    "{operator:code} combines whole conditions: put it around the attribute, as in "
      + "{{\"{operator:raw}\": [{{\"plan\": …}}]}}.",
    "Use one of the operators that exist.",
  ],
  "unknown-operator.attribute": [
    "{operator:code} is not an operator, but read as the name of an attribute. Did you "
      + "mean {suggestion:code}?",
    "Use one of the operators that exist.",
  ],
  "unknown-segment": [
    "There is no segment {segment:code}.[[ Did you mean {suggestion:code}?]]",
    "Choose a segment that exists, or add this one.",
  ],
  "unsupported-pattern.open-parenthesis": [
    "{pattern:code}, at byte {offset}: This parenthesis is not closed.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.stray-parenthesis": [
    "{pattern:code}, at byte {offset}: This parenthesis closes no group.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.open-bracket": [
    "{pattern:code}, at byte {offset}: This bracket is not closed.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.group-kind": [
    "{pattern:code}, at byte {offset}: There is no such kind of group.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.group-name": [
    "{pattern:code}, at byte {offset}: The name of this group is not valid.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.reference-name": [
    "{pattern:code}, at byte {offset}: \\k must be followed by a group's name.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.nothing-to-repeat": [
    "{pattern:code}, at byte {offset}: There is nothing before this to repeat.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.repeat-order": [
    "{pattern:code}, at byte {offset}: The limits of this quantifier are in the wrong order.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.range-order": [
    "{pattern:code}, at byte {offset}: The ends of this range are in the wrong order.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.trailing-backslash": [
    "{pattern:code}, at byte {offset}: A backslash at the end escapes nothing.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.scalar-too-large": [
    "{pattern:code}, at byte {offset}: The highest Unicode code point is \\u{{10FFFF}}.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.look-ahead": [
    "{pattern:code}, at byte {offset}: Lookahead is not supported.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.look-behind": [
    "{pattern:code}, at byte {offset}: Lookbehind is not supported.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.back-reference": [
    "{pattern:code}, at byte {offset}: Backreferences are not supported.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.modifier": [
    "{pattern:code}, at byte {offset}: Modifiers inside a pattern are not supported.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.property": [
    "{pattern:code}, at byte {offset}: Unicode properties are not supported.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.too-long": [
    "{pattern:code}, at byte {offset}: The pattern is longer than 16 KiB.",
    "Correct the pattern, or remove it.",
  ],
  "unsupported-pattern.too-many-states": [
    "{pattern:code}, at byte {offset}: From here on the pattern needs more than 4,000 states.",
    "Correct the pattern, or remove it.",
  ],
  "not-listed": [
    "has {count|# more finding of this kind, which is not listed|# more findings of this "
      + "kind, which are not listed}.",
    "Fix the listed ones, then check again.",
  ],
};

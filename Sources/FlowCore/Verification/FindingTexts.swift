#if !hasFeature(Embedded)
  /// The English text of each finding, which follows its location, and the fix.
  enum FindingTexts {
    /// The text and the fix for an id.
    static func template(_ id: FindingMessageID) -> MessageTemplate {
      all[id] ?? MessageTemplate("", fix: "")
    }

    private static let all: [FindingMessageID: MessageTemplate] =
      [
        structure, screens, drawnScreens, content, references, routes, paths, conditions, patterns,
        others,
      ]
      .reduce(into: [:]) { $0.merge($1) { first, _ in first } }

    /// Findings about structure.
    private static let structure: [FindingMessageID: MessageTemplate] = [
      .tooManyParts: MessageTemplate(
        "has {limit} or more steps or destinations.",
        fix: "Split the document into several applications."),
      .noFlows: MessageTemplate(
        "has no flow.",
        fix: "Add a flow with one step."),
      .emptyFlowID: MessageTemplate(
        "has an empty id.",
        fix: "Give the flow an id."),
      .emptyStepID: MessageTemplate(
        "has an empty id.",
        fix: "Give the step an id."),
      .emptyScreen: MessageTemplate(
        "names no screen.",
        fix: "Choose a screen."),
      .emptyPort: MessageTemplate(
        "has an empty name.",
        fix: "Give the port a name."),
      .emptyOutcome: MessageTemplate(
        "ends the flow with an empty outcome.",
        fix: "Give the outcome a name."),
      .emptyExperiment: MessageTemplate(
        "runs an experiment with an empty key.",
        fix: "Give the experiment a key."),
      .duplicateFlow: MessageTemplate(
        "is defined twice; only the first is ever entered.",
        fix: "Give one of the two flows another id."),
      .duplicateStep: MessageTemplate(
        "is defined twice; only the first is ever shown.",
        fix: "Give one of the two steps another id."),
      .duplicatePort: MessageTemplate(
        "is defined twice; only the first is ever used.",
        fix: "Put the routes of both on one port."),
      .missingStart: MessageTemplate(
        "starts at {start}, which is not one of its steps.",
        fix: "Choose one of the flow's steps as its start."),
    ]

    /// Findings about screens.
    private static let screens: [FindingMessageID: MessageTemplate] = [
      .unknownScreen: MessageTemplate(
        "shows screen {screen}, which no build in use has.",
        fix: "Choose another screen, or ship a build with this one first."),
      .unknownScreenIsDrawn: MessageTemplate(
        "shows drawn screen {screen}, but no build in use can show drawn screens.",
        fix: "Choose another screen, or ship a build that shows blocks first."),
      .missingScreenIsSkipped: MessageTemplate(
        "shows screen {screen}, which is missing in {builds:builds}[[ ({share:share} of the last "
          + "30 days' sessions)]]; users there skip the step.",
        fix: "Publish if these users can do without the step, or wait until they have updated."),
      .missingScreenIsDeadEnd: MessageTemplate(
        "shows screen {screen}, which is missing in {builds:builds}[[ ({share:share} of the last "
          + "30 days' sessions)]]; users there cannot continue.",
        fix: "Add a port “next” with a last route without a condition, so that the step can be "
          + "skipped."),
      .unknownPort: MessageTemplate(
        "is never used: screen {screen} has no port of this name.",
        fix: "Move its routes to a port that the screen has: {ports:or}."),
      .unknownPortOfScreenWithoutPorts: MessageTemplate(
        "is never used: screen {screen} has no ports.",
        fix: "Remove the port."),
      .unroutedPort: MessageTemplate(
        "has no route for port {port} of screen {screen}; users who take it stay where they are.",
        fix: "Add a route for the port."),
    ]

    /// Findings about content.
    private static let content: [FindingMessageID: MessageTemplate] = [
      .unexpectedContent: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} is "
          + "not expected.",
        fix: "Change the content to what the screen reads."),
      .contentType: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} "
          + "should be of type {types:types}.",
        fix: "Change the content to what the screen reads."),
      .contentValue: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} is "
          + "not one of the allowed values.",
        fix: "Change the content to what the screen reads."),
      .contentMinimum: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} "
          + "should be at least {minimum}.",
        fix: "Change the content to what the screen reads."),
      .contentMaximum: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} "
          + "should be at most {maximum}.",
        fix: "Change the content to what the screen reads."),
      .contentTooShort: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} "
          + "should have at least {length|# character|# characters}.",
        fix: "Change the content to what the screen reads."),
      .contentTooLong: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} "
          + "should have at most {length|# character|# characters}.",
        fix: "Change the content to what the screen reads."),
      .contentPattern: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} does "
          + "not match its pattern.",
        fix: "Change the content to what the screen reads."),
      .contentMissing: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} "
          + "lacks {key}.",
        fix: "Change the content to what the screen reads."),
      .contentUnknown: MessageTemplate(
        "has content that screen {screen}[[ in {builds:builds}]] cannot read: {value:value} is "
          + "not known to the screen.",
        fix: "Change the content to what the screen reads."),
      .contentNotChecked: MessageTemplate(
        "has content that was not checked completely: screen {screen}[[ in {builds:builds}]] "
          + "declares the rule {rule}, which is not supported.",
        fix: "Declare the screen's content without this rule."),
    ]

    /// Findings about references.
    private static let references: [FindingMessageID: MessageTemplate] = [
      .unknownStep: MessageTemplate(
        "leads to step {target}, which the flow does not have.",
        fix: "Choose a step of this flow, or add the step."),
      .unknownFlow: MessageTemplate(
        "enters flow {target}, which does not exist.",
        fix: "Choose another flow, or add the flow."),
      .unknownOutcome: MessageTemplate(
        "handles outcome {outcome} of flow {target}, but the flow never ends with it.",
        fix: "Remove this outcome's route, or let the flow finish with this outcome."),
      .unknownAttribute: MessageTemplate(
        "has a condition on attribute {attribute}, which is not declared.",
        fix: "Choose a declared attribute, or declare this one."),
      .unknownOutput: MessageTemplate(
        "has a condition on output {output}, which no step writes.",
        fix: "Choose the id of a step, or a key that a screen provides."),
      .outputTypeMismatch: MessageTemplate(
        "has a condition that compares {attribute} with a value of type {expected:types}, but it "
          + "is of type {types:types}.",
        fix: "Compare it with a value of its own type."),
    ]

    /// Findings about routes.
    private static let routes: [FindingMessageID: MessageTemplate] = [
      .noRoute: MessageTemplate(
        "leads nowhere: it has no route.",
        fix: "Add a route, or remove the port."),
      .noRouteWithoutCondition: MessageTemplate(
        "leads nowhere for users to whom none of its conditions applies.",
        fix: "Add a last route without a condition."),
      .noRouteOutsideExperiment: MessageTemplate(
        "leads nowhere for users who take no part in its experiment.",
        fix: "Add a last route without a condition."),
      .noRouteWithoutIdentity: MessageTemplate(
        "leads nowhere for users without the attribute that its experiment splits by.",
        fix: "Add a last route without a condition, or declare the attribute as a text or number."),
      .shadowedByAlways: MessageTemplate(
        "is never taken, because route {route:number} always applies.",
        fix: "Move the route up, or remove it."),
      .shadowedBySameCondition: MessageTemplate(
        "is never taken, because route {route:number} has the same condition.",
        fix: "Move the route up, or remove it."),
      .overlappingConditions: MessageTemplate(
        "can apply together with route {route:number}; the earlier one wins, where FlowKit would "
          + "have refused both.",
        fix: "Make the conditions exclude each other, or leave them as they are if the order is "
          + "intended."),
      .weightsDoNotAddUp: MessageTemplate(
        "splits users by weights that do not add up to 1; equal shares are used instead.",
        fix: "Change the weights so that their sum is 1."),
      .splitWithoutVariants: MessageTemplate(
        "splits users, but has no variants.",
        fix: "Add at least one variant, or remove the route."),
      .splitHashVersion: MessageTemplate(
        "uses hash version {version}, which does not exist.",
        fix: "Use hash version 2, or 1 for an experiment that was started with it."),
      .splitCoverage: MessageTemplate(
        "has a coverage that is not between 0 and 1.",
        fix: "Set the coverage to a number from 0 to 1."),
      .splitNamespace: MessageTemplate(
        "has a namespace whose range is not within 0 to 1.",
        fix: "Set a start and a greater end, both from 0 to 1."),
      .splitRanges: MessageTemplate(
        "has variants whose ranges are missing, outside 0 to 1, reversed or overlapping.",
        fix: "Give every variant a range of its own from 0 to 1, or use weights."),
      .conflictingExperiment: MessageTemplate(
        "describes experiment {experiment} differently from {other:location}, so its results "
          + "cannot be compared.",
        fix: "Give both the same variants, weights and coverage, or two different keys."),
    ]

    /// Findings about paths.
    private static let paths: [FindingMessageID: MessageTemplate] = [
      .unreachableStep: MessageTemplate(
        "cannot be reached from the start of the flow.",
        fix: "Add a route that leads to it, or remove it."),
      .deadEnd: MessageTemplate(
        "is a dead end: no path from here leads to an end of the flow.",
        fix: "Add a route from here, or from a later step, to the end."),
      .flowNeverEnds: MessageTemplate(
        "has no end: users repeat the same steps until they leave.",
        fix: "Nothing, if that is intended; otherwise let a route finish the flow."),
      .recursiveFlow: MessageTemplate(
        "enters flow after flow endlessly, whatever users do.",
        fix: "Add a path that ends without entering the flow again."),
      .skipCycle: MessageTemplate(
        "leads back to itself through steps that can all be skipped at the same time[[ in "
          + "{builds:builds}]]: users would see nothing.",
        fix: "Show one of the steps to everyone, or let a port “next” lead out of the cycle."),
      .skipWithoutNext: MessageTemplate(
        "is skipped for some users, but has no port “next” by which they continue.",
        fix: "Add a port “next” with a route, or show the step to everyone."),
      .needNotProvided: MessageTemplate(
        "needs {key}, which users may not have entered[[ in {builds:builds}]].",
        fix:
          "Put a step that provides it on every path to this step, or show this step only when it "
          + "exists."),
      .needTypeMismatch: MessageTemplate(
        "needs {key} of type {type:types}, but {screen} provides it as {provided:types}.",
        fix: "Declare the same type for both in the app's code."),
      .conflictingOutput: MessageTemplate(
        "stores its output as {key}, which {screen} also provides: the later of the two values "
          + "replaces the other.",
        fix: "Give the step another id."),
      .conflictingOutputOfScreen: MessageTemplate(
        "stores its output as {key}, which is also one of several keys that its screen provides: "
          + "one of the two values replaces the other.",
        fix: "Give the step another id."),
      .unknownString: MessageTemplate(
        "uses text {key}, which no language has.",
        fix: "Add the text, or choose another."),
      .missingTranslation: MessageTemplate(
        "has text {key}, which is missing in {locales}.",
        fix: "Add the text in {locales|this language|these languages}."),
      .unknownPlaceholder: MessageTemplate(
        "has text {key} with the placeholder {placeholder:placeholder}, which nothing fills.",
        fix: "Name a step's output or an attribute, or remove the placeholder."),
    ]

    /// Findings about conditions: full sentences about the invalid part.
    private static let conditions: [FindingMessageID: MessageTemplate] = [
      .conditionTooDeep: MessageTemplate(
        "This condition is nested deeper than {limit} levels.",
        fix: "Correct the condition, or remove it."),
      .conditionIsNotObject: MessageTemplate(
        "A condition is an object such as {{\"plan\": \"pro\"}}; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .conditionsAreNotList: MessageTemplate(
        "A list of conditions belongs here, such as [{{\"plan\": \"pro\"}}]; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsCondition: MessageTemplate(
        "{operator:code} expects a condition such as {{\"plan\": \"pro\"}}; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsList: MessageTemplate(
        "{operator:code} expects a list such as [\"DE\", \"AT\"]; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsSegment: MessageTemplate(
        "{operator:code} expects the name of a segment; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsType: MessageTemplate(
        "{operator:code} expects one of \"string\", \"number\", \"boolean\", \"array\", "
          + "\"object\", \"null\"; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsKnownType: MessageTemplate(
        "{operator:code} expects one of \"string\", \"number\", \"boolean\", \"array\", "
          + "\"object\", \"null\"; {type:code} is not a type.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsPattern: MessageTemplate(
        "{operator:code} expects a pattern such as \"^eu-\"; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsElementCondition: MessageTemplate(
        "{operator:code} expects a condition for the elements such as {{\"$gt\": 10}}; this is "
          + "{found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeedsVersion: MessageTemplate(
        "{operator:code} expects a version such as \"2.3.0\"; this is {found:json}.",
        fix: "Correct the condition, or remove it."),
      .operatorNeverEqual: MessageTemplate(
        "{operator:code} never finds {found:json} equal. To compare its contents, leave out "
          + "{operator:code}.",
        fix: "Correct the condition, or remove it."),
      .operatorBesideKeys: MessageTemplate(
        "{operator:code} is next to keys without `$`, so the attribute is compared with this "
          + "whole object. Put the operators into an object of their own.",
        fix: "Correct the condition, or remove it."),
      .operatorWithoutAttribute: MessageTemplate(
        "{operator:code} needs an attribute around it, as in {{\"plan\": {{\"{operator:raw}\": "
          + "…}}}}. Here it is read as the name of an attribute.",
        fix: "Correct the condition, or remove it."),
      .unknownOperator: MessageTemplate(
        "{operator:code} is not an operator.[[ Did you mean {suggestion:code}?]]",
        fix: "Use one of the operators that exist."),
      .unknownOperatorOptions: MessageTemplate(
        "{operator:code} is not an operator. To ignore case, use `$regexi`.",
        fix: "Use one of the operators that exist."),
      .misplacedLogicalOperator: MessageTemplate(
        "{operator:code} combines whole conditions: put it around the attribute, as in "
          + "{{\"{operator:raw}\": [{{\"plan\": …}}]}}.",
        fix: "Use one of the operators that exist."),
      .misspelledLogicalOperator: MessageTemplate(
        "{operator:code} is not an operator, but read as the name of an attribute. Did you "
          + "mean {suggestion:code}?",
        fix: "Use one of the operators that exist."),
      .unknownSegment: MessageTemplate(
        "There is no segment {segment:code}.[[ Did you mean {suggestion:code}?]]",
        fix: "Choose a segment that exists, or add this one."),
    ]

    /// Findings about regular expressions in conditions.
    private static let patterns: [FindingMessageID: MessageTemplate] = [
      .patternOpenParenthesis: MessageTemplate(
        "{pattern:code}, at byte {offset}: This parenthesis is not closed.",
        fix: "Correct the pattern, or remove it."),
      .patternStrayParenthesis: MessageTemplate(
        "{pattern:code}, at byte {offset}: This parenthesis closes no group.",
        fix: "Correct the pattern, or remove it."),
      .patternOpenBracket: MessageTemplate(
        "{pattern:code}, at byte {offset}: This bracket is not closed.",
        fix: "Correct the pattern, or remove it."),
      .patternGroupKind: MessageTemplate(
        "{pattern:code}, at byte {offset}: There is no such kind of group.",
        fix: "Correct the pattern, or remove it."),
      .patternGroupName: MessageTemplate(
        "{pattern:code}, at byte {offset}: The name of this group is not valid.",
        fix: "Correct the pattern, or remove it."),
      .patternReferenceName: MessageTemplate(
        "{pattern:code}, at byte {offset}: \\k must be followed by a group's name.",
        fix: "Correct the pattern, or remove it."),
      .patternNothingToRepeat: MessageTemplate(
        "{pattern:code}, at byte {offset}: There is nothing before this to repeat.",
        fix: "Correct the pattern, or remove it."),
      .patternRepeatOrder: MessageTemplate(
        "{pattern:code}, at byte {offset}: The limits of this quantifier are in the wrong order.",
        fix: "Correct the pattern, or remove it."),
      .patternRangeOrder: MessageTemplate(
        "{pattern:code}, at byte {offset}: The ends of this range are in the wrong order.",
        fix: "Correct the pattern, or remove it."),
      .patternTrailingBackslash: MessageTemplate(
        "{pattern:code}, at byte {offset}: A backslash at the end escapes nothing.",
        fix: "Correct the pattern, or remove it."),
      .patternScalarTooLarge: MessageTemplate(
        "{pattern:code}, at byte {offset}: The highest Unicode code point is \\u{{10FFFF}}.",
        fix: "Correct the pattern, or remove it."),
      .patternLookAhead: MessageTemplate(
        "{pattern:code}, at byte {offset}: Lookahead is not supported.",
        fix: "Correct the pattern, or remove it."),
      .patternLookBehind: MessageTemplate(
        "{pattern:code}, at byte {offset}: Lookbehind is not supported.",
        fix: "Correct the pattern, or remove it."),
      .patternBackReference: MessageTemplate(
        "{pattern:code}, at byte {offset}: Backreferences are not supported.",
        fix: "Correct the pattern, or remove it."),
      .patternModifier: MessageTemplate(
        "{pattern:code}, at byte {offset}: Modifiers inside a pattern are not supported.",
        fix: "Correct the pattern, or remove it."),
      .patternProperty: MessageTemplate(
        "{pattern:code}, at byte {offset}: Unicode properties are not supported.",
        fix: "Correct the pattern, or remove it."),
      .patternTooLong: MessageTemplate(
        "{pattern:code}, at byte {offset}: The pattern is longer than 16 KiB.",
        fix: "Correct the pattern, or remove it."),
      .patternTooManyStates: MessageTemplate(
        "{pattern:code}, at byte {offset}: From here on the pattern needs more than 4,000 states.",
        fix: "Correct the pattern, or remove it."),
    ]

    /// The message that summarizes findings beyond the limit of the list.
    private static let others: [FindingMessageID: MessageTemplate] = [
      .notListed: MessageTemplate(
        "has {count|# more finding of this kind, which is not listed|# more findings of this "
          + "kind, which are not listed}.",
        fix: "Fix the listed ones, then check again.")
    ]
  }
#endif

/// The kinds of findings, with stable codes that programs can rely on.
///
/// `docs/findings.md` explains each with an example, its effect on users and its fix. A code is
/// never reused with another meaning.
public enum FindingCode: String, Sendable, CaseIterable {
  /// The document is larger than a compiled release can be.
  case tooManyParts = "too-many-parts"
  /// The document has no flow.
  case noFlows = "no-flows"
  /// A flow, step, port, screen, outcome or experiment has an empty name.
  case emptyID = "empty-id"
  /// Two flows have the same id.
  case duplicateFlow = "duplicate-flow"
  /// Two steps of a flow have the same id.
  case duplicateStep = "duplicate-step"
  /// Two ports of a step have the same name.
  case duplicatePort = "duplicate-port"
  /// The flow's start is not a step of the flow.
  case missingStart = "missing-start"

  /// No build of the application has the screen.
  case unknownScreen = "unknown-screen"
  /// Some builds in use lack the screen.
  case missingScreenInBuild = "missing-screen-in-build"
  /// A step routes a port that the screen does not declare.
  case unknownPort = "unknown-port"
  /// The screen declares a port that the step does not route.
  case unroutedPort = "unrouted-port"
  /// The content does not match what the screen's code can decode.
  case contentMismatch = "content-mismatch"

  /// A route leads to a step that the flow does not have.
  case unknownStep = "unknown-step"
  /// A route enters a flow that the document does not have.
  case unknownFlow = "unknown-flow"
  /// A continuation names an outcome with which the entered flow never ends.
  case unknownOutcome = "unknown-outcome"
  /// A condition names a segment that the document does not have.
  case unknownSegment = "unknown-segment"
  /// A condition reads an attribute that neither the document nor a build declares.
  case unknownAttribute = "unknown-attribute"
  /// A condition reads an output that nothing writes.
  case unknownOutput = "unknown-output"
  /// A condition does not have the format of conditions.
  case malformedCondition = "malformed-condition"
  /// A condition uses an operator that does not exist.
  case unknownOperator = "unknown-operator"
  /// A regular expression is invalid, too large, or uses what is not supported.
  case unsupportedPattern = "unsupported-pattern"
  /// A condition compares a value with one of another type.
  case outputTypeMismatch = "output-type-mismatch"

  /// No route of the port applies to all users.
  case portWithoutFallback = "port-without-fallback"
  /// A route never applies, because an earlier one of the port always does.
  case shadowedRoute = "shadowed-route"
  /// Two conditions of an imported FlowKit list can be true together.
  case overlappingConditions = "overlapping-conditions"
  /// The weights of a split's variants do not add up to 1.
  case weightsDoNotAddUp = "weights-do-not-add-up"
  /// A split has no variants, or an invalid hash version, coverage, namespace or range.
  case invalidSplit = "invalid-split"
  /// The same experiment is defined differently in two places.
  case conflictingExperiment = "conflicting-experiment"

  /// No path from the flow's start leads to the step.
  case unreachableStep = "unreachable-step"
  /// No path from the step leads to an end, although the flow has one.
  case deadEnd = "dead-end"
  /// The flow has no end.
  case flowNeverEnds = "flow-never-ends"
  /// Every path through the flow enters flows endlessly.
  case recursiveFlow = "recursive-flow"
  /// Steps that can all be skipped at once lead back to each other.
  case skipCycle = "skip-cycle"
  /// A step that can be skipped has no `next` port.
  case skipWithoutNext = "skip-without-next"
  /// A screen's need is not provided on every path to it.
  case needNotProvided = "need-not-provided"
  /// A need has a different type from what provides it.
  case needTypeMismatch = "need-type-mismatch"
  /// A step has the id of a key that a screen provides: one output replaces the other.
  case conflictingOutput = "conflicting-output"

  /// Two drawn screens have the same name.
  case duplicateScreen = "duplicate-screen"
  /// A build shows its own screen in code in place of a drawn one with the same name.
  case drawnScreenInCode = "drawn-screen-in-code"
  /// A drawn screen has a block of a type that does not exist.
  case unknownBlock = "unknown-block"
  /// A block has a property that blocks of its type do not have.
  case unknownProperty = "unknown-property"
  /// A block lacks a required property.
  case missingProperty = "missing-property"
  /// A property of a block, an action or a color has an invalid value.
  case invalidProperty = "invalid-property"
  /// A drawn screen has too many blocks, levels, fields or bytes.
  case screenTooLarge = "screen-too-large"
  /// A block is in a place where it is not allowed.
  case misplacedBlock = "misplaced-block"
  /// A block is bound to something that does not exist.
  case unknownBinding = "unknown-binding"
  /// Two blocks of a screen have the same id, or two fields the same name.
  case duplicateBlock = "duplicate-block"
  /// Some builds in use cannot show a block.
  case blockNotInBuild = "block-not-in-build"
  /// The contrast between a text and its background is too low.
  case lowContrast = "low-contrast"

  /// Content names a text that no language has.
  case unknownString = "unknown-string"
  /// A text is missing in a language that the application supports.
  case missingTranslation = "missing-translation"
  /// A text has a placeholder that nothing fills.
  case unknownPlaceholder = "unknown-placeholder"
}

extension FindingCode {
  /// The default severity of findings with this code.
  public var severity: Severity {
    switch self {
    case .missingScreenInBuild, .unroutedPort, .unknownOutcome, .unknownAttribute, .unknownOutput,
      .outputTypeMismatch, .shadowedRoute, .overlappingConditions, .conflictingExperiment,
      .unreachableStep, .flowNeverEnds, .missingTranslation, .unknownPlaceholder,
      .drawnScreenInCode, .unknownProperty, .lowContrast, .conflictingOutput:
      .warning
    default: .error
    }
  }
}

/// Whether a finding blocks publishing.
public enum Severity: String, Sendable {
  /// Users could get stuck or see something broken: publishing is blocked.
  case error
  /// Probably not intended: publishing requires accepting the warning.
  case warning
}

/// The id of a finding's message: the code, and which of the code's sentences.
///
/// A text in any language is rendered from the id and the finding's arguments;
/// `Conformance/messages.json` lists the arguments of each id. An id is never reused.
package enum FindingMessageID: String, Sendable, CaseIterable {
  case tooManyParts = "too-many-parts"
  case noFlows = "no-flows"
  case emptyFlowID = "empty-id.flow"
  case emptyStepID = "empty-id.step"
  case emptyScreen = "empty-id.screen"
  case emptyPort = "empty-id.port"
  case emptyOutcome = "empty-id.outcome"
  case emptyExperiment = "empty-id.experiment"
  case duplicateFlow = "duplicate-flow"
  case duplicateStep = "duplicate-step"
  case duplicatePort = "duplicate-port"
  case missingStart = "missing-start"
  case unknownScreen = "unknown-screen"
  case unknownScreenIsDrawn = "unknown-screen.drawn"
  case missingScreenIsSkipped = "missing-screen-in-build.skipped"
  case missingScreenIsDeadEnd = "missing-screen-in-build.stuck"
  case unknownPort = "unknown-port"
  case unknownPortOfScreenWithoutPorts = "unknown-port.none"
  case unroutedPort = "unrouted-port"
  case unexpectedContent = "content-mismatch.unexpected"
  case contentType = "content-mismatch.type"
  case contentValue = "content-mismatch.value"
  case contentMinimum = "content-mismatch.minimum"
  case contentMaximum = "content-mismatch.maximum"
  case contentTooShort = "content-mismatch.too-short"
  case contentTooLong = "content-mismatch.too-long"
  case contentPattern = "content-mismatch.pattern"
  case contentMissing = "content-mismatch.missing"
  case contentUnknown = "content-mismatch.unknown"
  case contentNotChecked = "content-mismatch.not-checked"
  case unknownStep = "unknown-step"
  case unknownFlow = "unknown-flow"
  case unknownOutcome = "unknown-outcome"
  case unknownAttribute = "unknown-attribute"
  case unknownOutput = "unknown-output"
  case outputTypeMismatch = "output-type-mismatch"
  case noRoute = "port-without-fallback.no-route"
  case noRouteWithoutCondition = "port-without-fallback.conditions"
  case noRouteOutsideExperiment = "port-without-fallback.experiment"
  case noRouteWithoutIdentity = "port-without-fallback.identity"
  case shadowedByAlways = "shadowed-route.always"
  case shadowedBySameCondition = "shadowed-route.same-condition"
  case overlappingConditions = "overlapping-conditions"
  case weightsDoNotAddUp = "weights-do-not-add-up"
  case splitWithoutVariants = "invalid-split.no-variants"
  case splitHashVersion = "invalid-split.hash-version"
  case splitCoverage = "invalid-split.coverage"
  case splitNamespace = "invalid-split.namespace"
  case splitRanges = "invalid-split.ranges"
  case conflictingExperiment = "conflicting-experiment"
  case unreachableStep = "unreachable-step"
  case deadEnd = "dead-end"
  case flowNeverEnds = "flow-never-ends"
  case recursiveFlow = "recursive-flow"
  case skipCycle = "skip-cycle"
  case skipWithoutNext = "skip-without-next"
  case needNotProvided = "need-not-provided"
  case needTypeMismatch = "need-type-mismatch"
  case conflictingOutput = "conflicting-output"
  case conflictingOutputOfScreen = "conflicting-output.same-screen"
  case duplicateScreen = "duplicate-screen"
  case drawnScreenInCode = "drawn-screen-in-code"
  case unknownBlock = "unknown-block"
  case unknownProperty = "unknown-property"
  case missingProperty = "missing-property"
  case invalidProperty = "invalid-property"
  case screenTooLarge = "screen-too-large"
  case misplacedBlock = "misplaced-block"
  case unknownBinding = "unknown-binding"
  case duplicateBlock = "duplicate-block"
  case blockIsOptional = "block-not-in-build.optional"
  case blockIsNeeded = "block-not-in-build.needed"
  case noExitInBuild = "block-not-in-build.no-exit"
  case lowContrast = "low-contrast"
  case unknownString = "unknown-string"
  case missingTranslation = "missing-translation"
  case unknownPlaceholder = "unknown-placeholder"
  case conditionTooDeep = "malformed-condition.too-deep"
  case conditionIsNotObject = "malformed-condition.no-object"
  case conditionsAreNotList = "malformed-condition.no-list"
  case operatorNeedsCondition = "malformed-condition.operator-needs-condition"
  case operatorNeedsList = "malformed-condition.operator-needs-list"
  case operatorNeedsSegment = "malformed-condition.operator-needs-segment"
  case operatorNeedsType = "malformed-condition.operator-needs-type"
  case operatorNeedsKnownType = "malformed-condition.unknown-type"
  case operatorNeedsPattern = "malformed-condition.operator-needs-pattern"
  case operatorNeedsElementCondition = "malformed-condition.operator-needs-element-condition"
  case operatorNeedsVersion = "malformed-condition.operator-needs-version"
  case operatorNeverEqual = "malformed-condition.never-equal"
  case operatorBesideKeys = "malformed-condition.mixed-keys"
  case operatorWithoutAttribute = "malformed-condition.operator-without-attribute"
  case unknownOperator = "unknown-operator"
  case unknownOperatorOptions = "unknown-operator.options"
  case misplacedLogicalOperator = "unknown-operator.logical"
  case misspelledLogicalOperator = "unknown-operator.attribute"
  case unknownSegment = "unknown-segment"
  case patternOpenParenthesis = "unsupported-pattern.open-parenthesis"
  case patternStrayParenthesis = "unsupported-pattern.stray-parenthesis"
  case patternOpenBracket = "unsupported-pattern.open-bracket"
  case patternGroupKind = "unsupported-pattern.group-kind"
  case patternGroupName = "unsupported-pattern.group-name"
  case patternReferenceName = "unsupported-pattern.reference-name"
  case patternNothingToRepeat = "unsupported-pattern.nothing-to-repeat"
  case patternRepeatOrder = "unsupported-pattern.repeat-order"
  case patternRangeOrder = "unsupported-pattern.range-order"
  case patternTrailingBackslash = "unsupported-pattern.trailing-backslash"
  case patternScalarTooLarge = "unsupported-pattern.scalar-too-large"
  case patternLookAhead = "unsupported-pattern.look-ahead"
  case patternLookBehind = "unsupported-pattern.look-behind"
  case patternBackReference = "unsupported-pattern.back-reference"
  case patternModifier = "unsupported-pattern.modifier"
  case patternProperty = "unsupported-pattern.property"
  case patternTooLong = "unsupported-pattern.too-long"
  case patternTooManyStates = "unsupported-pattern.too-many-states"
  case notListed = "not-listed"
}

extension FindingMessageID {
  /// The code of the findings with this message; nil if findings of any code can have it.
  package var code: FindingCode? {
    switch self {
    case .tooManyParts: .tooManyParts
    case .noFlows: .noFlows
    case .emptyFlowID, .emptyStepID, .emptyScreen, .emptyPort, .emptyOutcome, .emptyExperiment:
      .emptyID
    case .duplicateFlow: .duplicateFlow
    case .duplicateStep: .duplicateStep
    case .duplicatePort: .duplicatePort
    case .missingStart: .missingStart
    case .unknownScreen, .unknownScreenIsDrawn: .unknownScreen
    case .missingScreenIsSkipped, .missingScreenIsDeadEnd: .missingScreenInBuild
    case .unknownPort, .unknownPortOfScreenWithoutPorts: .unknownPort
    case .unroutedPort: .unroutedPort
    case .unexpectedContent, .contentType, .contentValue, .contentMinimum, .contentMaximum,
      .contentTooShort, .contentTooLong, .contentPattern, .contentMissing, .contentUnknown,
      .contentNotChecked:
      .contentMismatch
    case .unknownStep: .unknownStep
    case .unknownFlow: .unknownFlow
    case .unknownOutcome: .unknownOutcome
    case .unknownAttribute: .unknownAttribute
    case .unknownOutput: .unknownOutput
    case .outputTypeMismatch: .outputTypeMismatch
    case .noRoute, .noRouteWithoutCondition, .noRouteOutsideExperiment, .noRouteWithoutIdentity:
      .portWithoutFallback
    case .shadowedByAlways, .shadowedBySameCondition: .shadowedRoute
    case .overlappingConditions: .overlappingConditions
    case .weightsDoNotAddUp: .weightsDoNotAddUp
    case .splitWithoutVariants, .splitHashVersion, .splitCoverage, .splitNamespace, .splitRanges:
      .invalidSplit
    case .conflictingExperiment: .conflictingExperiment
    case .unreachableStep: .unreachableStep
    case .deadEnd: .deadEnd
    case .flowNeverEnds: .flowNeverEnds
    case .recursiveFlow: .recursiveFlow
    case .skipCycle: .skipCycle
    case .skipWithoutNext: .skipWithoutNext
    case .needNotProvided: .needNotProvided
    case .needTypeMismatch: .needTypeMismatch
    case .conflictingOutput, .conflictingOutputOfScreen: .conflictingOutput
    case .duplicateScreen: .duplicateScreen
    case .drawnScreenInCode: .drawnScreenInCode
    case .unknownBlock: .unknownBlock
    case .unknownProperty: .unknownProperty
    case .missingProperty: .missingProperty
    case .invalidProperty: .invalidProperty
    case .screenTooLarge: .screenTooLarge
    case .misplacedBlock: .misplacedBlock
    case .unknownBinding: .unknownBinding
    case .duplicateBlock: .duplicateBlock
    case .blockIsOptional, .blockIsNeeded, .noExitInBuild: .blockNotInBuild
    case .lowContrast: .lowContrast
    case .unknownString: .unknownString
    case .missingTranslation: .missingTranslation
    case .unknownPlaceholder: .unknownPlaceholder
    case .conditionTooDeep, .conditionIsNotObject, .conditionsAreNotList, .operatorNeedsCondition,
      .operatorNeedsList, .operatorNeedsSegment, .operatorNeedsType, .operatorNeedsKnownType,
      .operatorNeedsPattern, .operatorNeedsElementCondition, .operatorNeedsVersion,
      .operatorNeverEqual, .operatorBesideKeys, .operatorWithoutAttribute:
      .malformedCondition
    case .unknownOperator, .unknownOperatorOptions, .misplacedLogicalOperator,
      .misspelledLogicalOperator:
      .unknownOperator
    case .unknownSegment: .unknownSegment
    case .patternOpenParenthesis, .patternStrayParenthesis, .patternOpenBracket,
      .patternGroupKind, .patternGroupName, .patternReferenceName, .patternNothingToRepeat,
      .patternRepeatOrder, .patternRangeOrder, .patternTrailingBackslash, .patternScalarTooLarge,
      .patternLookAhead, .patternLookBehind, .patternBackReference, .patternModifier,
      .patternProperty, .patternTooLong, .patternTooManyStates:
      .unsupportedPattern
    case .notListed: nil
    }
  }

  /// Whether the message is a full sentence about an invalid part of a condition, before which a
  /// finding says “has an invalid condition”.
  package var isAboutCondition: Bool {
    switch code {
    case .malformedCondition, .unknownOperator, .unknownSegment, .unsupportedPattern: true
    default: false
    }
  }
}

/// An error in a regular expression, with its offset.
///
/// The verifier reports it as a finding; at run time, a condition with such a pattern is false.
package struct PatternError: Error, Sendable {
  /// The kind of mistake.
  package enum Code: Sendable {
    /// The text is not a valid regular expression.
    case syntax
    /// The regular expression is valid, but uses what ``Pattern`` does not support:
    /// backreferences, lookahead, lookbehind, modifiers, Unicode properties.
    case unsupported
    /// The pattern is longer than ``Pattern/maximumLength``, or needs more states than
    /// ``Pattern/maximumStates``, usually because of nested counted repeats.
    case tooLarge
  }

  /// The reasons for an error, in the order of their codes; a small value, so that a throw takes
  /// little code.
  enum Reason: UInt8 {
    case unclosedParenthesis, unmatchedParenthesis, unclosedBracket
    case groupKind, groupName, referenceName
    case nothingToRepeat, quantifierOrder, rangeOrder, trailingBackslash, scalarTooLarge
    case lookahead, lookbehind, backreference, modifier, property
    case tooLong, tooManyStates
  }

  let reason: Reason

  /// The start of the mistake, in UTF-8 bytes from the start of the pattern.
  package let offset: Int

  /// The kind of mistake.
  package var code: Code {
    if reason.rawValue < Reason.lookahead.rawValue { return .syntax }
    return reason.rawValue < Reason.tooLong.rawValue ? .unsupported : .tooLarge
  }

  /// The id of the message.
  package var messageID: FindingMessageID {
    switch reason {
    case .unclosedParenthesis: .patternOpenParenthesis
    case .unmatchedParenthesis: .patternStrayParenthesis
    case .unclosedBracket: .patternOpenBracket
    case .groupKind: .patternGroupKind
    case .groupName: .patternGroupName
    case .referenceName: .patternReferenceName
    case .nothingToRepeat: .patternNothingToRepeat
    case .quantifierOrder: .patternRepeatOrder
    case .rangeOrder: .patternRangeOrder
    case .trailingBackslash: .patternTrailingBackslash
    case .scalarTooLarge: .patternScalarTooLarge
    case .lookahead: .patternLookAhead
    case .lookbehind: .patternLookBehind
    case .backreference: .patternBackReference
    case .modifier: .patternModifier
    case .property: .patternProperty
    case .tooLong: .patternTooLong
    case .tooManyStates: .patternTooManyStates
    }
  }
}

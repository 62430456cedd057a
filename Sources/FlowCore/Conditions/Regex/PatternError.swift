/// Why a regular expression cannot be used, and where.
///
/// The verifier turns it into a finding; at run time a condition with such a pattern is false.
package struct PatternError: Error, Sendable {
  /// The kind of mistake.
  package enum Code: Sendable {
    /// The text is not a regular expression.
    case syntax
    /// The text is one, but not one that an automaton can answer in linear time: back-references,
    /// look-ahead, look-behind, modifiers, Unicode properties.
    case unsupported
    /// The pattern is above ``Pattern/maximumLength``, or needs more states than
    /// ``Pattern/maximumStates``, mostly by counted repeats inside one another.
    case tooLarge
  }

  /// Each mistake there is; one small value, so that a throw costs no code.
  enum Reason: UInt8 {
    case openParenthesis, strayParenthesis, openBracket, groupKind, groupName, referenceName
    case nothingToRepeat, repeatOrder, rangeOrder, trailingBackslash, scalarTooLarge
    case lookAhead, lookBehind, backReference, modifier, property
    case tooLong, tooManyStates
  }

  let reason: Reason

  /// Where the mistake starts, in UTF-8 bytes from the start of the pattern.
  package let offset: Int

  /// The kind of mistake.
  package var code: Code {
    if reason.rawValue < Reason.lookAhead.rawValue { return .syntax }
    return reason.rawValue < Reason.tooLong.rawValue ? .unsupported : .tooLarge
  }

  /// A sentence for the person who wrote the pattern.
  package var message: String {
    switch reason {
    case .openParenthesis: "This parenthesis is not closed."
    case .strayParenthesis: "This parenthesis closes no group."
    case .openBracket: "This bracket is not closed."
    case .groupKind: "There is no such kind of group."
    case .groupName: "The name of this group is not a name."
    case .referenceName: "There is no name of a group after \\k."
    case .nothingToRepeat: "There is nothing before this to repeat."
    case .repeatOrder: "The numbers of this repeat are in the wrong order."
    case .rangeOrder: "The ends of this range are in the wrong order."
    case .trailingBackslash: "A backslash at the end stands for nothing."
    case .scalarTooLarge: "Unicode ends at \\u{10FFFF}."
    case .lookAhead: "Look-ahead is not supported."
    case .lookBehind: "Look-behind is not supported."
    case .backReference: "Back-references are not supported."
    case .modifier: "Modifiers inside a pattern are not supported."
    case .property: "Unicode properties are not supported."
    case .tooLong: "The pattern is longer than 16 KiB."
    case .tooManyStates: "From here on the pattern needs more than 4,000 states."
    }
  }
}

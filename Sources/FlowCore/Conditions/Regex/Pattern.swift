/// A regular expression that is matched in time linear in the text, whatever the pattern.
///
/// Conditions use it for `$regex` and `$regexi`: a pattern comes from a product owner and runs on
/// a user's phone, so none may hang. It runs on a Thompson automaton, all states in parallel and
/// without backtracking: the time is O(states × text) at worst, and the number of states is
/// limited. Matching allocates nothing for literal patterns and up to 64 states, otherwise two
/// sets of states for the call.
///
/// The language is ECMAScript's without flags, or with `i`, and its Annex B, as in JavaScript's
/// `new RegExp(source).test(text)`. Differences:
/// - Text is a sequence of Unicode scalars, not of UTF-16 units. `^.$` matches `😀`, which
///   JavaScript counts as two without its flag `u`; `\uD83D\uDE00` is one scalar; a lone surrogate
///   matches nothing.
/// - `\u{1F600}` is a scalar also without the flag `u`, in place of the letter u repeated.
/// - `\p{…}` and `\P{…}` are rejected instead of standing for the letter p.
/// - Backreferences, lookahead, lookbehind and `(?i:…)` are rejected. Groups capture nothing, and
///   two may have the same name.
/// - With `ignoringCase`, letters beyond U+FFFF (Deseret, Adlam, …) have case as well. Apart from
///   that the pairs are those of JavaScript's flag `i`: an ASCII letter has ASCII partners only
///   (neither `K` KELVIN SIGN nor `ſ` nor `ı` nor `İ`), `ß` and `ẞ` have none, and `Σ`, `σ`, `ς`
///   are one.
///
/// ```swift
/// let pattern = try Pattern("^[a-z]+@example\\.(com|org)$", ignoringCase: true)
/// pattern.matches("Ada@Example.org")  // true
/// ```
package struct Pattern: Sendable {
  /// The maximum number of states of a pattern, with counted repetitions expanded: 4,000.
  ///
  /// A letter or a class needs one, so `.{0,1000}` with its thousand exits needs 2,000. On
  /// 100,000 letters the worst patterns found at this limit took 0.8 s natively and 1.6 s as
  /// WebAssembly in Node (a machine of 2 cores, November 2026).
  package static let maximumStates = 4_000

  /// The longest pattern, in UTF-8 bytes: 16 KiB.
  ///
  /// With ``maximumStates`` it bounds the cost of compiling: an empty repetition needs no state.
  package static let maximumLength = 16_384

  let program: PatternProgram

  /// Compiles a pattern, given as UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - source: The pattern, without slashes around it.
  ///   - ignoringCase: Whether `a` matches `A`, as JavaScript's flag `i`.
  /// - Throws: ``PatternError`` with the offset of the first mistake.
  package init(utf8 source: [UInt8], ignoringCase: Bool) throws(PatternError) {
    program = try source.withUnsafeBufferPointer { bytes throws(PatternError) in
      var compiler = PatternCompiler(source: bytes, ignoringCase: ignoringCase)
      return try compiler.compile()
    }
  }

  /// Compiles a pattern; see ``init(utf8:ignoringCase:)``.
  package init(_ source: String, ignoringCase: Bool) throws(PatternError) {
    try self.init(utf8: Array(source.utf8), ignoringCase: ignoringCase)
  }

  /// Whether the pattern matches somewhere in a string in UTF-8.
  ///
  /// Bytes that are not UTF-8 count as U+FFFD. Time: O(states × text) at worst.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    program.matches(text)
  }

  /// Whether the pattern matches somewhere in a string.
  package func matches(_ text: String) -> Bool {
    Array(text.utf8).withUnsafeBufferPointer { program.matches($0) }
  }
}

/// Case-insensitive comparison without `String`, by the lower-case mappings of single scalars.
///
/// Conditions that ignore case (`$ini`, `$nini`, `$alli`, `$regexi`) use it, because
/// `String.lowercased()` adds Unicode tables to the browser build.
/// `scripts/generate-case-folding.py` generates the table and names the version of Unicode.
///
/// It maps like JavaScript's `toLowerCase` wherever that maps one scalar to one, regardless of
/// context. Two letters differ:
///
/// - `İ` (U+0130): JavaScript returns two scalars, `i` and U+0307. Here it is not changed, so it
///   equals only itself.
/// - `Σ` at the end of a word: JavaScript returns `ς` there. ``lower(_:)`` always returns `σ`, and
///   ``equalIgnoringCase(_:_:)`` treats `ς` as `σ`: `ΟΔΟΣ`, `οδος` and `οδοσ` are all equal.
package enum CaseFolding {
  /// The lower-case form of a scalar; the scalar itself if it has none.
  ///
  /// Time: constant for ASCII, otherwise a binary search over fewer than 200 runs.
  package static func lower(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
    var low = 0
    var high = lowerCount
    while low < high {
      let middle = (low + high) / 2
      if runs[middle] >> 9 <= scalar { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return scalar }
    let run = Run(index: low - 1)
    let isMember = scalar <= run.last && (scalar &- run.first) % run.stride == 0
    return isMember ? run.lower(of: scalar) : scalar
  }

  /// Whether two UTF-8 strings are equal after lowercasing, with `ς` treated as `σ`.
  ///
  /// Strings of different length can be equal: `K` (KELVIN SIGN, 3 bytes) equals `k`. Time: linear
  /// in the shorter string, without allocations.
  package static func equalIgnoringCase(
    _ first: UnsafeBufferPointer<UInt8>, _ second: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var i = 0
    var j = 0
    while i < first.count && j < second.count {
      let left = UTF8Scalars.decode(first, at: i)
      let right = UTF8Scalars.decode(second, at: j)
      if left.scalar != right.scalar && comparable(left.scalar) != comparable(right.scalar) {
        return false
      }
      i += left.length
      j += right.length
    }
    return i == first.count && j == second.count
  }

  @inline(never)
  private static func comparable(_ scalar: UInt32) -> UInt32 {
    let lowered = lower(scalar)
    return lowered == 0x3C2 ? 0x3C3 : lowered
  }

  /// A row of the table: uppercase scalars with the same offset to lowercase.
  struct Run {
    let first: UInt32
    let last: UInt32
    let stride: UInt32
    /// Whether the pair is not one for patterns, as for `K` (KELVIN SIGN) and `k`.
    let isForLowerOnly: Bool
    private let delta: UInt16

    init(index: Int) {
      let word = CaseFolding.runs[index]
      first = word >> 9
      stride = 1 + (word >> 7 & 1)
      last = first + (word & 0x7F) * stride
      isForLowerOnly = word >> 8 & 1 == 1
      delta = CaseFolding.deltas[index]
    }

    /// The lower-case form of a scalar that is a member of this run.
    func lower(of scalar: UInt32) -> UInt32 {
      scalar & 0x1F_0000 | UInt32(UInt16(truncatingIfNeeded: scalar) &+ delta)
    }
  }
}

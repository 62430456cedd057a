/// A stable sort of indices.
enum StableSort {
  /// The indices 0..<count, sorted stably.
  ///
  /// Relies on `sorted(by:)` being stable: the standard library implements it so, but does not
  /// guarantee it. It is not generic, because the browser build contains the standard library's
  /// sorting code once for each type that it sorts.
  @inline(never)
  static func indices(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: precedes)
  }
}

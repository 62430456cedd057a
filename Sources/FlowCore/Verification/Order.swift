/// Sorts what is known by its index.
enum Order {
  /// The indices 0..<count, sorted; equal ones stay in their order.
  ///
  /// Nothing of it is generic: for each type that the standard library sorts, the browser build has
  /// its code once more.
  @inline(never)
  static func of(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
    (0..<count).sorted(by: precedes)
  }
}

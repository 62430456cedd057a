/// The latest second in which a statement was issued, remembered over restarts, so that a clock
/// that was set back makes no statement that looks older than the one before.
package struct IssueFloor: Sendable {
  package let second: Int
  /// Remembers a later second.
  package let save: @Sendable (Int) -> Void

  package init(_ second: Int = 0, save: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.second = second
    self.save = save
  }
}

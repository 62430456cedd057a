/// The latest issue time of a statement, stored across restarts, so that after the clock was set
/// back no statement looks older than the previous one (rollback protection).
package struct MinimumIssueTime: Sendable {
  package let second: Int
  /// Stores a later time; throws if it cannot be stored, and is called again later.
  package let save: @Sendable (Int) throws -> Void

  package init(_ second: Int = 0, save: @escaping @Sendable (Int) throws -> Void = { _ in }) {
    self.second = second
    self.save = save
  }
}

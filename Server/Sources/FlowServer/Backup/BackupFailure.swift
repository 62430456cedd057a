/// An error while writing or reading a backup, with a message for the operator.
package struct BackupFailure: Error, Sendable, CustomStringConvertible {
  package let description: String

  /// Creates an error; an archive's names in it cannot control a terminal.
  package init(_ description: String) { self.description = LogText.sanitized(description) }
}

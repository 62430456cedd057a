/// An error while writing or reading a backup, with a message for the operator.
package struct BackupFailure: Error, Sendable, CustomStringConvertible {
  package let description: String

  /// Creates an error; control characters in the message, such as from names in an archive, are
  /// replaced.
  package init(_ description: String) { self.description = LogText.sanitized(description) }
}

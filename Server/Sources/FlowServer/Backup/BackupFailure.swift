/// An error while writing or reading a backup, with a message for the operator.
package struct BackupFailure: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

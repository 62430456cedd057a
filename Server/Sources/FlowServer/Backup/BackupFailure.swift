/// Why a backup cannot be made or read, in a sentence for the operator.
package struct BackupFailure: Error, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

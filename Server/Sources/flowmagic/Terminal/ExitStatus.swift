/// The command's exit statuses.
package enum ExitStatus {
  /// Success; a validated document may have warnings.
  package static let ok: Int32 = 0
  /// The command failed, or found errors.
  package static let failed: Int32 = 1
  /// A usage error, such as an invalid option or setting (`EX_USAGE`).
  package static let usageError: Int32 = 64
  /// The output could not be written (`EX_IOERR`).
  package static let ioError: Int32 = 74
  /// Ctrl-C: 128 plus the signal's number.
  package static let interrupted: Int32 = 130
  /// The reader closed the pipe: 128 plus the signal's number.
  package static let closedPipe: Int32 = 141
}

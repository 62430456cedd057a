/// What the command says to the program that started it.
package enum ExitStatus {
  /// All is well; a validated document may have warnings.
  package static let ok: Int32 = 0
  /// What was asked for has an answer, and it is bad: errors, losses, a walk that cannot go on.
  package static let failed: Int32 = 1
  /// The output could not be written (`EX_IOERR`).
  package static let ioError: Int32 = 74
  /// Ctrl-C: 128 and the number of the signal.
  package static let interrupted: Int32 = 130
  /// The reader of the output went away: 128 and the number of the signal.
  package static let closedPipe: Int32 = 141
}

/// A buffered output stream; the process exits quietly when the reader closes the pipe.
package final class Output {
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  package let isInteractive: Bool
  package let isColored: Bool
  package let glyphs: Glyphs

  package init(_ descriptor: Int32, _ traits: TerminalTraits, color: ColorChoice) {
    self.descriptor = descriptor
    isInteractive = traits.isTerminal
    isColored = traits.isColored(color)
    glyphs = traits.showsUnicode ? .unicode : .ascii
    buffer.reserveCapacity(1 << 16)
  }

  /// The current width in columns; a window may be resized.
  package var width: Int { TerminalTraits.width(descriptor) }

  /// The width for tables, which are only cut to fit in a terminal.
  package var tableWidth: Int { isInteractive ? width : 10_000 }

  package func write(_ bytes: [UInt8]) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= 1 << 16 { flush() }
  }

  package func write(_ text: String) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= 1 << 16 { flush() }
  }

  package func write(_ text: StyledText) { write(text.rendered(colored: isColored)) }

  package func writeLine(_ text: StyledText = "") {
    write(text)
    write("\n")
  }

  package func writeLines(_ lines: [StyledText]) {
    for line in lines { writeLine(line) }
  }

  package func flush() {
    guard !buffer.isEmpty else { return }
    let bytes = buffer
    buffer.removeAll(keepingCapacity: true)
    do {
      try System.write(bytes, to: descriptor)
    } catch {
      // A reader such as `head` ends before the output does.
      guard !error.isClosedPipe else { System.exit(ExitStatus.closedPipe) }
      if descriptor != System.stderr {
        let message = "error: Cannot write the output: \(error.reason).\n"
        try? System.write(Array(message.utf8), to: System.stderr)
      }
      System.exit(ExitStatus.ioError)
    }
  }
}

extension Output {
  /// Writes text to standard output, and ends the process with `ExitStatus.ioError` if that fails.
  ///
  /// NB: deferred work is skipped then, so it is called after everything else is done.
  package static func print(_ text: String) {
    Interrupts.ignoreClosedPipes()
    let output = Output(System.stdout, TerminalTraits(System.stdout), color: .never)
    output.write(text)
    output.flush()
  }
}

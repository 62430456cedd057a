import FlowCore

/// Answers JSON lines with lines, one for one, so that other programs can talk to the engine.
///
/// An answer is written before the next line is waited for: a program may ask, read the answer and
/// ask again. A line that cannot be understood is answered too, and named on standard error.
struct LineVerb {
  /// What to answer to a line that cannot be understood.
  let fallback: String
  /// Answers a line; sentences passed to the closure are warnings.
  let answer: (Source, (String) -> Void) throws(InputProblem) -> String

  /// Answers a file's lines.
  ///
  /// - Returns: 0, or 1 if a line could not be understood.
  func run(_ file: String, on console: Console) throws(InputProblem) -> Int32 {
    let label = InputReader.label(file)
    var warned: Set<String> = []
    var status = ExitStatus.ok
    var number = 0
    do {
      let descriptor = file == "-" ? System.input : try System.openForReading(file)
      defer { if file != "-" { System.closeFile(descriptor) } }
      let reader = LineReader(descriptor, limit: JSONLimits.standard.bytes)
      while true {
        let line = try reader.next(beforeWaiting: console.flush)
        if case .end = line { return status }
        if case .interrupted = line { return ExitStatus.interrupted }
        number += 1
        do {
          let source = try LineVerb.source(line, label)
          console.out.write(
            try answer(source) { warning in
              guard warned.count < 1_000, warned.insert(warning).inserted else { return }
              console.err.line(LineVerb.warning(label, number, warning))
            })
        } catch {
          console.report(error.moved(toLine: number))
          console.out.write(fallback)
          status = ExitStatus.failed
        }
        console.out.write("\n")
      }
    } catch {
      throw InputReader.unreadable(file, error)
    }
  }

  private static func source(_ line: LineReader.Line, _ label: String) throws(InputProblem)
    -> Source
  {
    guard case .bytes(let bytes) = line else {
      let limit = JSONLimits.standard.bytes
      throw InputProblem(
        file: label, code: FlowError.Code.jsonTooLarge.rawValue,
        message: "The line is longer than the limit of \(limit) bytes.",
        position: SourcePosition(offset: 0, line: 1, column: 1, pointer: ""))
    }
    return try Source(file: label, bytes: bytes)
  }

  private static func warning(_ label: String, _ number: Int, _ sentence: String) -> StyledText {
    StyledText("\(label):\(number): ", .strong) + StyledText("warning: ", .warning)
      + StyledText(sentence)
  }
}

extension InputProblem {
  /// The problem of a text that is one line of a file.
  fileprivate func moved(toLine number: Int) -> InputProblem {
    var moved = self
    let position = position ?? SourcePosition(offset: 0, line: 1, column: 1, pointer: "")
    moved.position = SourcePosition(
      offset: position.offset, line: number, column: position.column, pointer: position.pointer)
    moved.excerpt = excerpt?.renumbered(number)
    return moved
  }
}

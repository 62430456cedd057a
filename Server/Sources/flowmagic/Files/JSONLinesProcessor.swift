import FlowCore

/// Maps lines of JSON to lines of output, one for one, so that other programs can use the engine.
///
/// Output is flushed before waiting for the next line, so a program may alternate between writing
/// and reading. An invalid line gets an output line, too, and an error on standard error.
struct JSONLinesProcessor {
  /// The output for an invalid line.
  let fallback: String
  /// The output for a line; texts passed to the closure are warnings.
  let response: (SourceText, (String) -> Void) throws(InputProblem) -> String

  /// Processes a file's lines.
  ///
  /// - Returns: 0, 1 if a line was invalid, or 130 after Ctrl-C.
  func run(_ file: String, on console: Console) throws(InputProblem) -> Int32 {
    let label = InputReader.label(file)
    var warned: Set<String> = []
    var status = ExitStatus.ok
    var number = 0
    do {
      let descriptor = file == "-" ? System.stdin : try System.openForReading(file)
      defer { if file != "-" { System.closeFile(descriptor) } }
      let reader = LineReader(descriptor, limit: JSONLimits.standard.bytes)
      while true {
        let line = try reader.next(beforeWaiting: console.flush)
        if case .end = line { return status }
        if case .interrupted = line { return ExitStatus.interrupted }
        number += 1
        do {
          let source = try JSONLinesProcessor.source(line, label)
          console.out.write(
            try response(source) { warning in
              guard warned.count < 1_000, warned.insert(warning).inserted else { return }
              console.err.writeLine(JSONLinesProcessor.warning(label, number, warning))
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
    -> SourceText
  {
    guard case .bytes(let bytes) = line else {
      let limit = JSONLimits.standard.bytes
      throw InputProblem(
        file: label, code: FlowError.Code.jsonTooLarge.rawValue,
        message: "The line exceeds the limit of \(limit) bytes.",
        position: SourcePosition(offset: 0, line: 1, column: 1, pointer: ""))
    }
    return try SourceText(file: label, bytes: bytes)
  }

  private static func warning(_ label: String, _ number: Int, _ message: String) -> StyledText {
    StyledText("\(label):\(number): ", .strong) + StyledText("warning: ", .warning)
      + StyledText(message)
  }
}

extension InputProblem {
  /// The same problem, in a line of a larger file.
  fileprivate func moved(toLine number: Int) -> InputProblem {
    var moved = self
    let position = position ?? SourcePosition(offset: 0, line: 1, column: 1, pointer: "")
    moved.position = SourcePosition(
      offset: position.offset, line: number, column: position.column, pointer: position.pointer)
    moved.excerpt = excerpt?.renumbered(number)
    return moved
  }
}

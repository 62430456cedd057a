import ArgumentParser
package import FlowCore

/// Writes a document in another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Writes a document in another format and says what that format cannot say.",
    discussion: """
      The result goes to standard output, or with -o to a file, which is replaced as a whole. What \
      the format cannot say is listed on standard error. With --strict nothing is written then, \
      and the exit status is 1.

      Example:
        flowmagic convert --to flowkit shop.json -o shop.flowkit.json
      """)

  @Option(help: "The format to write: native, flowmagic or flowkit.")
  var to: WrittenFormat

  @Argument(
    help: "The file to read, in any of the formats; - is standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(name: .shortAndLong, help: "The file to write.", completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Write no spaces and no line ends.")
  var compact = false

  @Flag(help: "Write nothing if the format cannot say everything.")
  var strict = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let loaded = try reader.document(file)
      let conversion = loaded.document.converted(to: to.format)
      for text in LossWords.lines(conversion.losses, file: loaded.file, format: to.format) {
        console.err.line(text)
      }
      if strict, !conversion.losses.isEmpty {
        console.err.line("Nothing was written, because of --strict.")
        return ExitStatus.failed
      }
      let bytes = conversion.json.utf8(compact ? .compact : .pretty) + [UInt8(ascii: "\n")]
      guard let output, output != "-" else {
        console.out.write(bytes)
        return ExitStatus.ok
      }
      do throws(System.Refusal) {
        try System.replaceFile(at: output, with: bytes)
      } catch {
        throw InputProblem(
          file: output, code: "unwritable-file",
          message: "The file cannot be written: \(error.reason).")
      }
      return ExitStatus.ok
    }
  }
}

/// The formats as the command line names them.
enum WrittenFormat: String, CaseIterable, ExpressibleByArgument {
  case native, flowmagic, flowkit

  var format: DocumentFormat {
    switch self {
    case .native: .native
    case .flowmagic: .flowMagic
    case .flowkit: .flowKit
    }
  }
}

extension DocumentFormat {
  /// What people call the format.
  package var words: String {
    switch self {
    case .native: "the native format"
    case .flowMagic: "the Flow Magic format"
    case .flowKit: "the FlowKit format"
    }
  }
}

/// What a format cannot say, for people.
package enum LossWords {
  /// The losses as sentences with their places, the most important thing first: how many there are.
  package static func lines(
    _ losses: [ConversionLoss], file: String, format: DocumentFormat
  ) -> [StyledText] {
    guard !losses.isEmpty else { return [] }
    let count = Counted.words(losses.count, "thing")
    let head =
      StyledText("\(file): ", .strong) + StyledText("warning: ", .warning)
      + StyledText("\(format.words.capitalizedFirst) cannot say \(count):", .strong)
    return [head]
      + losses.map { loss in
        let location = PlaceWords.sentencePart(loss.location)
        return StyledText(location.isEmpty ? "  " : "  \(location): ", .faint) + StyledText(loss.message)
      }
  }
}

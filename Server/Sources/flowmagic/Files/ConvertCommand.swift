import ArgumentParser
package import FlowCore
import FlowServer

/// Converts a document to another format.
struct ConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert a document to another format.",
    discussion: """
      Writes to standard output, or with -o replaces a file atomically. What the target format \
      cannot represent is listed on standard error; with --strict, nothing is written in that \
      case and the exit status is 1.

      Example:
        flowmagic convert --to flowkit shop.json -o shop.flowkit.json
      """)

  @Option(
    help: "The target format: native, flowkit, or flowmagic for the legacy Flow Magic format.")
  var to: FormatOption

  @Argument(
    help: "The file to convert, in any format; - for standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(
    name: .shortAndLong, help: "Write to this file instead of standard output.",
    completion: .file(extensions: ["json"]))
  var output: String?

  @Flag(help: "Omit whitespace and line breaks.")
  var compact = false

  @Flag(help: "Fail if the target format cannot represent everything.")
  var strict = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let loaded = try reader.readDocument(file)
      let conversion = loaded.document.converted(to: to.format)
      for text in ConversionLossText.lines(
        conversion.losses, file: loaded.file, format: to.format)
      {
        console.err.writeLine(text)
      }
      if strict, !conversion.losses.isEmpty {
        console.err.writeLine("Nothing was written because of --strict.")
        return ExitStatus.failed
      }
      let bytes = conversion.json.utf8(compact ? .compact : .pretty) + [UInt8(ascii: "\n")]
      guard let output, output != "-" else {
        console.out.write(bytes)
        return ExitStatus.ok
      }
      do throws(System.Failure) {
        try System.replaceFile(at: output, with: bytes)
      } catch {
        throw InputProblem(unwritable: output, error)
      }
      return ExitStatus.ok
    }
  }
}

/// The formats by their names on the command line.
enum FormatOption: String, CaseIterable, ExpressibleByArgument {
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
  /// The format's name in a sentence.
  package var displayName: String {
    switch self {
    case .native: "the native format"
    case .flowMagic: "the legacy Flow Magic format"
    case .flowKit: "the FlowKit format"
    }
  }
}

/// Describes what a conversion lost.
package enum ConversionLossText {
  /// A heading with the number of losses, then a line for each with its location.
  package static func lines(
    _ losses: [ConversionLoss], file: String, format: DocumentFormat
  ) -> [StyledText] {
    guard !losses.isEmpty else { return [] }
    let count = Plural.text(losses.count, "item")
    let headline =
      StyledText("\(file): ", .strong) + StyledText("warning: ", .warning)
      + StyledText("\(format.displayName.capitalizedFirst) cannot represent \(count):", .strong)
    return [headline]
      + losses.map { loss in
        let location = LocationText.phrase(loss.location)
        return StyledText(location.isEmpty ? "  " : "  \(location): ", .faint)
          + StyledText(loss.message)
      }
  }
}

import ArgumentParser
import FlowCore

/// The notations that a graph can be written in.
enum GraphFormat: String, CaseIterable, ExpressibleByArgument {
  case mermaid, dot
}

/// Draws flows.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws flows as a Mermaid or Graphviz diagram.",
    discussion: """
      Mermaid is shown by GitHub and many editors; DOT is drawn by Graphviz.

      Example:
        flowmagic graph --format mermaid shop.json
      """)

  @Option(help: "The notation: mermaid or dot.")
  var format = GraphFormat.mermaid

  @Argument(
    help: "The file to draw; - is standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(help: "Draw only this flow.")
  var flow: String?

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let loaded = try reader.document(file)
      let only: Name?
      if let flow { only = try loaded.flow(flow).id } else { only = nil }
      let drawing = FlowDrawing(loaded.document, flow: only)
      switch format {
      case .mermaid: console.out.write(MermaidWriter.text(drawing))
      case .dot: console.out.write(DotWriter.text(drawing))
      }
      return ExitStatus.ok
    }
  }
}

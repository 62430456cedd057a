import ArgumentParser
import FlowCore

/// The output formats of `flowmagic graph`.
enum GraphFormat: String, CaseIterable, ExpressibleByArgument {
  case mermaid, dot
}

/// Draws flows as a diagram.
struct GraphCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draw flows as a Mermaid or Graphviz diagram.",
    discussion: """
      GitHub and many editors render Mermaid; Graphviz renders DOT.

      Example:
        flowmagic graph --format mermaid shop.json
      """)

  @Option(help: "The output format: mermaid or dot.")
  var format = GraphFormat.mermaid

  @Argument(
    help: "The file to draw; - for standard input.",
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(help: "Draw only this flow.")
  var flow: String?

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let loaded = try reader.readDocument(file)
      let flowID: Name?
      if let flow { flowID = try loaded.flow(flow).id } else { flowID = nil }
      let diagram = FlowDiagram(loaded.document, flow: flowID)
      switch format {
      case .mermaid: console.out.write(MermaidWriter.text(diagram))
      case .dot: console.out.write(DotWriter.text(diagram))
      }
      return ExitStatus.ok
    }
  }
}

import FlowBlocks
import FlowCore
import Testing

func json(_ text: String) throws -> JSON { try ParsedJSON(text).root.value }

/// A screen with these blocks in a column.
func screen(
  _ blocks: String, state: String = "{}", parameters: String = "null"
) throws -> BlockScreen {
  let (screen, issues) = ScreenParser.parse(
    try json(
      """
      {"name": "Screen", "state": \(state), "params": \(parameters),
       "root": {"type": "column", "children": [\(blocks)]}}
      """))
  #expect(issues == [])
  return try #require(screen)
}

/// The issues of a screen with these blocks.
func issues(_ blocks: String, state: String = "{}") throws -> [ScreenIssue] {
  let (screen, issues) = ScreenParser.parse(
    try json(
      """
      {"name": "Screen", "state": \(state), "root": {"type": "column", "children": [\(blocks)]}}
      """))
  return issues + (screen.map { ScreenChecks.issues($0) } ?? [])
}

extension BlockScreen {
  /// The resolved screen.
  func resolved(_ values: ScreenValues = ScreenValues(), in document: String = "{}") throws
    -> ResolvedScreen
  {
    try program(in: document).resolve(values)
  }

  func program(in document: String = "{}") throws -> ScreenProgram {
    var members = try ParsedJSON(document).root.value.object ?? JSONObject()
    members["schema"] = 1
    members["flows"] = []
    return ScreenProgram(self, document: try FlowDocument(parsing: JSON.object(members).utf8()))
  }
}

/// A build that supports all blocks, and declares a custom block, an action and data.
let fullSupport = BlockSupport(
  level: 1, customBlocks: ["Stars"],
  actions: [
    .init(
      name: "purchase", outcomes: ["bought", "cancelled"],
      provides: [(outcome: "bought", keys: ["receipt"])])
  ], data: ["watchlist"], hasProducts: true)

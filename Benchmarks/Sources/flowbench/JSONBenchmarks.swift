import FlowCore
import Foundation

/// Decodes a document of the first Flow Magic into the same structures with both decoders.
enum JSONBenchmarks {
  struct ScreenFlow: Decodable {
    let id: String
    let screenFlow: [Entry]

    struct Entry: Decodable {
      let screenName: String
      let portName: String
      let destinationView: String
    }
  }

  static func decodeWithFlowCore(_ bytes: [UInt8]) throws -> ScreenFlow {
    let root = try ParsedJSON(bytes).root
    var entries: [ScreenFlow.Entry] = []
    for entry in try root.requiredArray("screenFlow") {
      entries.append(
        ScreenFlow.Entry(
          screenName: try entry.requiredString("screenName"),
          portName: try entry.requiredString("portName"),
          destinationView: try entry.requiredString("destinationView")))
    }
    return ScreenFlow(id: try root.requiredString("id"), screenFlow: entries)
  }

  static func decodeWithFoundation(_ data: Data, _ decoder: JSONDecoder) throws -> ScreenFlow {
    try decoder.decode(ScreenFlow.self, from: data)
  }
}

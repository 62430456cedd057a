import FlowCore
import NIOConcurrencyHelpers

/// Three hundred prices on one page, one of which changes from time to time.
final class Prices: Sendable {
  /// The number of prices in each list.
  private static let count = 100
  private let changes = NIOLockedValueBox(0)

  /// Raises one of the prices.
  func raisePrice() { changes.withLockedValue { $0 += 1 } }

  /// The prices of one of the three lists.
  func list(_ list: Int) -> JSON {
    let increase = changes.withLockedValue { $0 }
    return .array(
      (0..<Self.count).map { item in
        let price = 100 + item + (list == 1 && item == 50 ? increase : 0)
        return ["id": .string("item-\(list)-\(item)"), "price": .number(JSONNumber(price))]
      })
  }

  static func document() throws -> FlowDocument {
    let lists = (0..<3).map { list in
      """
      {"type": "list", "id": "list\(list)", "from": "data.list\(list)", "key": "item.id",
       "empty": {"type": "text", "id": "none\(list)", "text": "Nothing here"},
       "item": {"type": "row", "id": "row\(list)", "children": [
        {"type": "text", "id": "name\(list)", "text": {"$": "item.id"}, "style": "headline"},
        {"type": "text", "id": "price\(list)", "text": {"$": "item.price", "as": "currency:EUR"}}]}}
      """
    }
    return try FlowDocument(
      parsing: """
        {"schema": 1, "flows": [{"id": "market", "start": "prices", "steps": [
           {"id": "prices", "screen": "Prices", "ports": {"next": [{"finish": "done"}]}}]}],
         "screens": [{"name": "Prices", "title": "Prices",
          "root": {"type": "column", "children": [
           {"type": "text", "text": "Prices", "role": "heading1"},
           \(lists.joined(separator: ",\n")),
           {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
        """)
  }
}

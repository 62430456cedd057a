import FlowCore

/// A list that the server returns in pages.
struct PagedList {
  /// The maximum page size.
  private static let pageLimit = 200

  let context: CommandContext
  let path: [String]
  /// The member of the response with the items.
  let member: Name
  var query: [(name: String, value: String)] = []

  /// Reads up to `limit` items, newest first.
  func read(_ limit: Int) async throws -> (items: [JSON], hasMore: Bool) {
    var items: [JSON] = []
    var cursor: String?
    repeat {
      let count = min(limit - items.count, Self.pageLimit)
      var query = query + [(name: "limit", value: "\(count)")]
      if let cursor { query.append((name: "cursor", value: cursor)) }
      let page = try await context.client.requestJSON(.get, path, query: query)
      let pageItems = page[member]?.array ?? []
      items += pageItems
      cursor = pageItems.isEmpty ? nil : page["next"]?.string
    } while cursor != nil && items.count < limit
    return (items, cursor != nil)
  }
}

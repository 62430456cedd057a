/// The state of a paginated list: the items that are shown, and the next page to load.
///
/// ```swift
/// var pages = Pages<ProductItem>()
/// if let request = pages.begin() { … pages.finish(request, page) }
/// ```
package struct Pages<Item: Identifiable & Sendable>: Sendable where Item.ID: Sendable {
  /// A page that is to be loaded.
  package struct Request: Sendable, Equatable {
    package let cursor: String?
    let generation: Int
  }

  package enum State: Sendable, Equatable {
    /// More can be loaded.
    case ready
    case loading
    /// The last page has been loaded.
    case complete
    /// The next page could not be loaded; ``Pages/begin()`` tries again.
    case failed(ClientError)
  }

  /// The items, each ID once.
  package private(set) var items: [Item] = []
  package private(set) var state = State.ready
  /// How many items before the end the next page is loaded.
  package let margin: Int
  private var nextCursor: String?
  private var generation = 0
  private var ids: Set<Item.ID> = []

  package init(margin: Int = 5) { self.margin = margin }

  /// Whether the next page is to be loaded because an item has come into view.
  package func needsNextPage(showing id: Item.ID) -> Bool {
    guard state == .ready else { return false }
    return items.suffix(margin).contains { $0.id == id }
  }

  /// Begins loading the next page; nil while one is being loaded, and at the end.
  package mutating func begin() -> Request? {
    switch state {
    case .loading, .complete: return nil
    case .ready, .failed:
      state = .loading
      return Request(cursor: nextCursor, generation: generation)
    }
  }

  /// Adds a page; one that was requested before the last reset is dropped.
  ///
  /// A list changes while the user scrolls, so an item may come twice: it keeps its first position.
  package mutating func finish(_ request: Request, _ page: PageData<Item>)
  where Item: Codable {
    guard request.generation == generation else { return }
    items += page.items.filter { ids.insert($0.id).inserted }
    // NB: a cursor that leads to its own page would load that page forever.
    let repeatsCursor = page.next != nil && page.next == request.cursor
    nextCursor = page.next
    state = page.next == nil || repeatsCursor ? .complete : .ready
  }

  /// Marks a page as failed.
  package mutating func fail(_ request: Request, _ error: ClientError) {
    guard request.generation == generation else { return }
    state = error == .cancelled ? .ready : .failed(error)
  }

  /// Starts from the beginning, for example with another filter.
  package mutating func reset() {
    generation += 1
    (items, ids, nextCursor, state) = ([], [], nil, .ready)
  }
}

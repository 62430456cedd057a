import FlowCore
import NIOConcurrencyHelpers

extension ApplicationChanges {
  /// The maximum number of pages that are shown to others, oldest first.
  private static let maximumPages = 100

  /// A page of the portal with an open stream, as other members see it.
  package struct Page: Sendable, Equatable {
    /// The user's id.
    package let user: String
    /// The page's own client id.
    package let client: String
    package let name: String
    package let email: String
    package let since: Int
    /// The location of the page.
    package var location = PageLocation()
    /// The number of its open streams: a page that reconnects briefly has two.
    fileprivate var streams = 1

    package init(user: String, client: String, name: String, email: String, since: Int) {
      self.user = user
      self.client = client
      self.name = name
      self.email = email
      self.since = since
    }

    fileprivate func isSame(as other: Page) -> Bool {
      user == other.user && client == other.client
    }
  }

  /// What a page shows: a view of the application, and a flow and a step if one is selected.
  package struct PageLocation: Sendable, Equatable {
    package enum View: String, Sendable, CaseIterable {
      case canvas, list, preview, results, history, settings
    }

    package var view: View
    package var flow: String?
    package var step: String?
    package var isEditing: Bool

    package init(
      view: View = .canvas, flow: String? = nil, step: String? = nil, isEditing: Bool = false
    ) {
      self.view = view
      self.flow = flow
      self.step = step
      self.isEditing = isEditing
    }
  }

  /// Updates a page's location.
  ///
  /// - Returns: Whether the page has an open stream; if not, nothing is updated.
  package func move(
    user: String, client: String, to location: PageLocation, in application: String
  ) -> Bool {
    change(application) { pages in
      let index = pages.firstIndex { $0.user == user && $0.client == client }
      guard let index else { return false }
      pages[index].location = location
      return true
    }
  }

  func addStream(of page: Page, _ application: String) {
    change(application) { pages in
      if let index = pages.firstIndex(where: page.isSame) {
        pages[index].streams += 1
      } else {
        pages.append(page)
      }
    }
  }

  func removeStream(of page: Page, _ application: String) {
    change(application) { pages in
      guard let index = pages.firstIndex(where: page.isSame) else { return }
      pages[index].streams -= 1
      if pages[index].streams == 0 { pages.remove(at: index) }
    }
  }

  /// Returns an event with the members who are present.
  func presence(of application: String) -> ChangeEvent {
    Self.event(state.withLockedValue { $0.applications[application]?.pages ?? [] })
  }

  /// Changes the presence state, and publishes the result if it differs.
  private func change<Result>(
    _ application: String, _ body: (inout [Page]) -> Result
  ) -> Result {
    state.withLockedValue { state in
      var pages = state.applications[application]?.pages ?? []
      let before = Self.visible(pages)
      let result = body(&pages)
      state.applications[application]?.pages = pages
      guard Self.visible(pages) != before else { return result }
      let event = Self.event(pages)
      // NB: published under the lock; otherwise an older state could overtake a newer one.
      for queue in state.applications[application]?.queues.values ?? [:].values {
        queue.enqueue(event)
      }
      return result
    }
  }

  private static func visible(_ pages: [Page]) -> [Page] {
    pages.prefix(maximumPages).map { page in
      var page = page
      page.streams = 1
      return page
    }
  }

  private static func event(_ pages: [Page]) -> ChangeEvent {
    ChangeEvent(.presence, ["users": .array(visible(pages).map(\.json))])
  }
}

extension ApplicationChanges.Page {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "id": .string(user), "client": .string(client), "name": .string(name),
      "email": .string(email),
      "view": .string(location.view.rawValue), "editing": .bool(location.isEditing),
      "since": .string(Timestamp.string(since)),
    ]
    object["flow"] = location.flow.map { .string($0) }
    object["step"] = location.step.map { .string($0) }
    return .object(object)
  }
}

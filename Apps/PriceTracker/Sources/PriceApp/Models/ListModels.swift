import Observation
package import PriceClient

/// The model for the home screen: the most recently tracked products, the most tracked ones, and
/// categories.
@MainActor @Observable
package final class HomeModel {
  package let lastTracked = Loader<[ProductItem]>()
  package let mostTracked = Loader<[ProductItem]>()
  package let categories = Loader<[CategoryData]>()
  private let api: PriceAPI

  package init(_ api: PriceAPI) { self.api = api }

  /// Reads all sections; if one fails, the others are still shown.
  ///
  /// - Parameter isSignedIn: Whether there are tracked products to read.
  package func load(isSignedIn: Bool) async {
    if isSignedIn {
      await lastTracked.load { () throws(ClientError) in
        try await api.trackedProducts(limit: 12).map(\.items)
      }
    } else {
      lastTracked.clear()
    }
    await mostTracked.load { () throws(ClientError) in
      try await api.list(.mostTracked).map(\.items)
    }
    await categories.load { () throws(ClientError) in
      try await api.categories().map { Array($0.items.prefix(12)) }
    }
  }
}

/// The model for the explore screen with its three sections.
@MainActor @Observable
package final class ExploreModel {
  /// A section, with the list that “See all” opens.
  package struct Section: Identifiable {
    package let list: ListName
    package let title: AppText
    package let emptyText: AppText
    package let items: Loader<[ProductItem]>

    package var id: ListName { list }
  }

  package let sections: [Section]
  private let api: PriceAPI

  package init(_ api: PriceAPI) {
    self.api = api
    sections = [
      Section(
        list: .mostTracked, title: .listMostTracked, emptyText: .listNone, items: Loader()),
      Section(
        list: .lastPriceDropPercentage, title: .listShare, emptyText: .listNoDrop, items: Loader()),
      Section(list: .priceDrop, title: .listRange, emptyText: .listNoRange, items: Loader()),
    ]
  }

  package func load() async {
    for section in sections {
      await section.items.load { () throws(ClientError) in
        try await api.list(section.list).map(\.items)
      }
    }
  }
}

/// The model for a list with endless scrolling, filtered by categories.
@MainActor @Observable
package final class SeeAllModel {
  package let list: ListName
  package private(set) var pages = Pages<ProductItem>()
  package private(set) var chosenCategories: Set<String>
  package let categories = Loader<[CategoryData]>()
  private let api: PriceAPI

  package init(_ api: PriceAPI, list: String?, categories: [String] = []) {
    self.api = api
    self.list = list.flatMap(ListName.init) ?? .mostTracked
    chosenCategories = Set(categories)
  }

  package var title: AppText {
    switch list {
    case .mostTracked: .listMostTracked
    case .lastPriceDrop: .listDrop
    case .lastPriceDropPercentage: .listShare
    case .priceDrop: .listRange
    case .priceDropPercentage: .listRangeShare
    }
  }

  /// The text that is shown if there are no products.
  package var emptyText: AppText {
    guard chosenCategories.isEmpty else { return .filterNone }
    switch list {
    case .mostTracked: return .listNone
    case .lastPriceDrop, .lastPriceDropPercentage: return .listNoDrop
    case .priceDrop, .priceDropPercentage: return .listNoRange
    }
  }

  /// Loads the first or the next page, or tries again after a failure.
  package func loadMore() async {
    guard let request = pages.begin() else { return }
    do {
      let page = try await api.page(
        list, categories: chosenCategories.sorted(), after: request.cursor)
      pages.finish(request, page.value)
    } catch {
      pages.fail(request, error)
    }
  }

  /// Loads the next page when one of the last items is shown.
  package func itemDidAppear(_ item: ProductItem) async {
    if pages.needsNextPage(showing: item.id) { await loadMore() }
  }

  /// Reads the categories for the filter.
  package func loadCategories() async {
    await categories.load { () throws(ClientError) in try await api.categories().map(\.items) }
  }

  /// Shows only some categories; an empty set shows all.
  package func applyFilter(_ newCategories: Set<String>) async {
    guard newCategories != chosenCategories else { return }
    chosenCategories = newCategories
    pages.reset()
    await loadMore()
  }

  /// Starts from the beginning.
  package func refresh() async {
    pages.reset()
    await loadMore()
  }
}

/// The model for the tracked products with a search by name.
@MainActor @Observable
package final class TrackingModel {
  package private(set) var pages = Pages<ProductItem>()
  package var search = ""
  /// The search whose results are shown.
  package private(set) var shownSearch = ""
  private let api: PriceAPI
  /// Waits before a search while the user is typing.
  private let pause: @Sendable () async throws -> Void

  /// Creates a model; a task that is cancelled in the pause before a search does not search.
  package init(
    _ api: PriceAPI,
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(300))
    }
  ) {
    (self.api, self.pause) = (api, pause)
  }

  /// Searches after the user has paused; called in a task that the next change cancels.
  package func searchDidChange() async {
    let text = search.split(separator: " ").joined(separator: " ")
    guard text != shownSearch else { return }
    do { try await pause() } catch { return }
    shownSearch = text
    await refresh()
  }

  package func refresh() async {
    pages.reset()
    await loadMore()
  }

  package func itemDidAppear(_ item: ProductItem) async {
    if pages.needsNextPage(showing: item.id) { await loadMore() }
  }

  package func loadMore() async {
    guard let request = pages.begin() else { return }
    do {
      let page = try await api.trackedProducts(search: shownSearch, after: request.cursor)
      pages.finish(request, page.value)
    } catch {
      pages.fail(request, error)
    }
  }
}

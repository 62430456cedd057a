import Observation
package import PriceDomain

/// The lists and the product of the watch.
@MainActor @Observable
package final class WatchModel {
  package let language: Language
  /// The data from the phone; nil before it has arrived.
  package private(set) var context: WatchContext?
  /// Retains the connection to the phone.
  package var connection: AnyObject?
  private let api: PriceAPI
  private var items: [WatchSection: [ProductItem]] = [:]
  private var errors: [WatchSection: ClientError] = [:]
  private var products: [Int64: WatchProduct] = [:]
  private var productError: ClientError?

  package init(_ api: PriceAPI, language: Language) {
    (self.api, self.language) = (api, language)
  }

  package var texts: WatchTexts { WatchTexts(language) }

  /// The sections; the tracked products only for a user who is logged in on the phone.
  package var sections: [WatchSection] {
    context?.isSignedIn == true ? WatchSection.allCases : [.mostTracked, .biggestDrops]
  }

  /// Stores the data from the phone.
  package func receive(_ context: WatchContext) { self.context = context }

  package func rows(of section: WatchSection) -> [WatchRow] {
    let visibleItems = section == .tracked ? context?.products : items[section]
    return (visibleItems ?? []).map { WatchRow($0, in: language) }
  }

  /// The message below the rows: that the list is empty, or why it could not be read; else nil.
  package func message(of section: WatchSection) -> String? {
    if let error = errors[section] { return error.text(in: language) }
    let hasLoaded = section == .tracked ? context != nil : items[section] != nil
    guard hasLoaded, rows(of: section).isEmpty else { return nil }
    return ClientText("Nothing here yet.", "Hier ist noch nichts.").text(language)
  }

  /// Reads a section's list; if that fails, the rows that are shown stay.
  package func load(_ section: WatchSection) async {
    guard let list = section.list else { return }
    do {
      items[section] = try await api.list(list, limit: WatchSection.maximumCount).value.items
      errors[section] = nil
    } catch {
      if error != .cancelled { errors[section] = error }
    }
  }

  package func product(_ id: Int64) -> WatchProduct? { products[id] }

  /// The reason why the product is not shown; nil while it loads.
  package var productMessage: String? { productError?.text(in: language) }

  package func loadProduct(_ id: Int64) async {
    productError = nil
    do {
      let product = try await api.product(id).value
      products[id] = WatchProduct(context?.productForUser(product) ?? product, in: language)
    } catch {
      if error != .cancelled { productError = error }
    }
  }
}

/// The texts beside a product's prices.
package struct WatchTexts: Sendable {
  package let lowest: String
  package let highest: String

  package init(_ language: Language) {
    lowest = ClientText("Lowest", "Tiefstpreis").text(language)
    highest = ClientText("Highest", "Höchstpreis").text(language)
  }
}

package import Foundation
import Observation
package import PriceClient

/// The model for adding the product of the page that the embedded shop view shows.
@MainActor @Observable
package final class AddModel {
  package let policy: ShopPolicy
  package let start: URL
  /// The page that is shown; nil while it loads, and if the policy does not allow it.
  package private(set) var page: URL?
  package let operation = UserOperation()
  private let api: PriceAPI

  /// Creates a model that opens a shared URL, if the policy allows it.
  package init(_ api: PriceAPI, policy: ShopPolicy, url: String? = nil) {
    (self.api, self.policy) = (api, policy)
    let sharedURL = url.flatMap { URL(string: $0) }
    start = sharedURL.flatMap { policy.allows($0) ? $0 : nil } ?? policy.start
  }

  /// Called when the view begins to load another page.
  package func didStartLoading() { page = nil }

  /// Called when the view shows a page.
  package func didShow(_ url: URL?) { page = url.flatMap { policy.allows($0) ? $0 : nil } }

  /// Whether the page is a product's, and none is being added.
  package var canAdd: Bool { page.map(policy.isProduct) == true && !operation.isRunning }

  /// The title of the button.
  package func title(isSignedIn: Bool) -> AppText { isSignedIn ? .addTrack : .addAdd }

  /// Adds the product, which a signed-in user then tracks.
  ///
  /// - Parameter html: Returns the page that the user sees, so that the service need not fetch it;
  ///   nil if the view cannot return it. The service also fetches a page that is too long to send.
  /// - Returns: The product's ID; nil if it failed.
  package func add(html: () async -> String?) async -> Int64? {
    guard canAdd, let page else { return nil }
    let addedProduct = await operation.run { () throws(ClientError) in
      try await api.addProduct(page.absoluteString, html: await html())
    }
    return addedProduct?.product.id
  }
}

import Observation
package import PriceClient
import PriceDomain

/// The model for a product's screen: price, detail and comments.
@MainActor @Observable
package final class ProductModel {
  package enum Tab: String, CaseIterable, Sendable, Identifiable {
    case price, detail, comments

    package var id: String { rawValue }
    package var title: AppText {
      switch self {
      case .price: .productPrice
      case .detail: .productDetail
      case .comments: .productComments
      }
    }
  }

  package let id: Int64
  package let product = Loader<ProductData>()
  package let chart = Loader<PriceChart>()
  package let comments = Loader<[CommentData]>()
  package let operation = UserOperation()
  private let api: PriceAPI

  package init(_ api: PriceAPI, id: Int64) { (self.api, self.id) = (api, id) }

  /// Shows the cached product immediately, and reads the current one.
  package func load() async {
    if product.value == nil, let cached = await api.cachedProduct(id) {
      product.show(cached.value, cachedAt: cached.cachedAt)
    }
    await product.load { () throws(ClientError) in try await api.product(id) }
    let (lowest, highest) = (product.value?.lowest?.price, product.value?.highest?.price)
    await chart.load { () throws(ClientError) in
      try await api.history(id).map { PriceChart($0.items, lowest: lowest, highest: highest) }
    }
    await loadComments()
  }

  // MARK: Tracking

  package var isTracked: Bool { product.value?.tracking != nil }

  /// Tracks the product.
  ///
  /// - Returns: Whether it is tracked now.
  package func track() async -> Bool {
    let trackedProduct = await operation.run { () throws(ClientError) in try await api.track(id) }
    if let trackedProduct { product.show(trackedProduct) }
    return trackedProduct != nil
  }

  package func untrack() async {
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await api.untrack(id)
      return true
    }
    guard isDone == true, var loaded = product.value else { return }
    loaded.tracking = nil
    product.show(loaded)
  }

  // MARK: Comments

  package func loadComments() async {
    await comments.load { () throws(ClientError) in
      try await api.comments(on: id).map(\.items)
    }
  }

  /// Posts a comment, which then comes first.
  ///
  /// - Returns: Whether it was posted, so that the field can be emptied.
  package func post(_ text: String) async -> Bool {
    guard let text = text.trimmedOrNil else { return false }
    let newComment = await operation.run { () throws(ClientError) in
      try await api.comment(text, on: id)
    }
    guard let newComment else { return false }
    comments.show([newComment] + (comments.value ?? []))
    return true
  }

  package func delete(_ comment: CommentData) async {
    let isDone: Bool? = await operation.run { () throws(ClientError) in
      try await api.deleteComment(comment.id)
      return true
    }
    guard isDone == true else { return }
    comments.show((comments.value ?? []).filter { $0.id != comment.id })
  }
}

/// The model for editing a comment.
@MainActor @Observable
package final class CommentModel {
  package var text: String
  package let operation = UserOperation()
  private let id: Int64
  private let api: PriceAPI

  package init(_ api: PriceAPI, id: Int64, text: String) {
    (self.api, self.id, self.text) = (api, id, text)
  }

  package var canSave: Bool { text.trimmedOrNil != nil && !operation.isRunning }

  /// - Returns: Whether it was saved.
  package func save() async -> Bool {
    guard let text = text.trimmedOrNil else { return false }
    return await operation.run { () throws(ClientError) in
      try await api.editComment(id, to: text)
    } != nil
  }
}

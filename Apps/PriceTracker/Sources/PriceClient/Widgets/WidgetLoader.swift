package import PriceDomain

/// Creates snapshots from the API.
package struct WidgetLoader: Sendable {
  private let api: PriceAPI
  private let now: @Sendable () -> Timestamp

  package init(_ api: PriceAPI, now: @escaping @Sendable () -> Timestamp) {
    (self.api, self.now) = (api, now)
  }

  /// Reads the user's tracked products, or the most tracked ones if there are none or no user.
  ///
  /// - Throws: ``ClientError`` if the list cannot be read; a product whose history cannot be read
  ///   has no line.
  package func load() async throws(ClientError) -> WidgetSnapshot {
    // NB: before the prices are read, so that `refreshed` misses no reading of the service.
    var at = now()
    var items: [ProductItem] = []
    if await api.session.isSignedIn {
      let tracked = try await api.trackedProducts(limit: WidgetSnapshot.productCount)
      (items, at) = (tracked.value.items, tracked.cachedAt ?? at)
    }
    let containsTrackedProducts = !items.isEmpty
    if !containsTrackedProducts {
      let list = try await api.list(.mostTracked, limit: WidgetSnapshot.productCount)
      (items, at) = (list.value.items, list.cachedAt ?? at)
    }
    var products: [WidgetSnapshot.Product] = []
    for item in items {
      products.append(.init(item, try await chart(item.id, item.lowest, item.highest)))
    }
    return WidgetSnapshot(
      at: at, containsTrackedProducts: containsTrackedProducts, products: products)
  }

  /// Reads the prices of a snapshot's products again, without the user's token.
  ///
  /// A product whose page the service has not read since stays as it is, because its price may be
  /// that on a page that the user sent, which only the user sees.
  ///
  /// - Returns: The snapshot with what could be read; nil if nothing could be read.
  package func refreshed(_ snapshot: WidgetSnapshot) async -> WidgetSnapshot? {
    var refreshedSnapshot = snapshot
    var hasReadProduct = false
    for index in snapshot.products.indices {
      let id = snapshot.products[index].id
      guard let cached = try? await api.product(id), cached.cachedAt == nil else { continue }
      hasReadProduct = true
      let product = cached.value
      guard let lastSuccess = product.lastSuccess, Timestamp(lastSuccess) > snapshot.at else {
        continue
      }
      let chart = try? await chart(id, product.lowest, product.highest)
      refreshedSnapshot.products[index] = .init(product, chart)
      if chart == nil { refreshedSnapshot.products[index].points = snapshot.products[index].points }
    }
    guard hasReadProduct else { return nil }
    refreshedSnapshot.at = now()
    return refreshedSnapshot
  }

  private func chart(
    _ id: Int64, _ lowest: PriceData?, _ highest: PriceData?
  ) async throws(ClientError) -> PriceChart? {
    do {
      let history = try await api.history(id).value.items
      return PriceChart(history, lowest: lowest?.price, highest: highest?.price)
    } catch {
      if error == .cancelled { throw error }
      return nil
    }
  }
}

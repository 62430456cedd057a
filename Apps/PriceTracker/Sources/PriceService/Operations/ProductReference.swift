internal import PageFetcher
internal import PageReader
internal import PriceStore

/// A product, identified by the URL that a user pasted.
struct ProductReference: Sendable {
  /// The store's name.
  let store: String
  /// The host of the site; for a store without rules, with the port.
  let host: String
  /// The ID in the store; for a store without rules, the path and query.
  let storeID: String
  /// The URL to fetch.
  let url: String
  /// The product that the page must show; nil for a store without rules.
  let productURL: ProductURL?

  /// Parses a URL on one of the allowed hosts.
  init(_ text: String, _ settings: PriceService.Settings) throws(PriceError) {
    let url: WebURL
    do {
      url = try WebURL(text, allowsLoopback: settings.allowsLoopback)
    } catch {
      throw PriceError(
        .urlNotAllowed,
        "This is not the https address of a page. Copy it from the browser.")
    }
    try self.init(url, settings)
  }

  init(_ url: WebURL, _ settings: PriceService.Settings) throws(PriceError) {
    guard settings.hosts.contains(url.host) else {
      throw PriceError(
        .urlNotAllowed,
        "\(url.host) is not a shop that can be tracked here. Choose a product of an allowed "
          + "shop.")
    }
    let rules = settings.rules
    productURL = rules.product(host: url.host, path: url.path, query: url.query)
    if let productURL {
      (store, host) = (productURL.store, productURL.host)
      (storeID, self.url) = (productURL.id, productURL.canonical)
      return
    }
    guard settings.extraHosts.contains(url.host) else {
      throw PriceError(
        .urlNotAllowed, "This page shows no single product. Open a product's page first.")
    }
    (store, host) = (url.host, "\(url.host):\(url.port)")
    // Tracking parameters of advertisements do not identify a product.
    let items = (url.query ?? "").split(separator: "&").filter { item in
      let name = item.prefix { $0 != "=" }.lowercased()
      return !name.hasPrefix("utm_") && !["gclid", "fbclid", "msclkid"].contains(name)
    }
    storeID = url.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    let scheme = url.isSecure ? "https" : "http"
    let isDefaultPort = url.port == (url.isSecure ? 443 : 80)
    self.url = "\(scheme)://\(url.host)\(isDefaultPort ? "" : ":\(url.port)")\(storeID)"
  }
}

extension ProductFacts {
  /// The facts on a page, truncated to reasonable lengths.
  ///
  /// - `allowsLoopback`: Whether images may be loaded from this machine.
  init(_ page: ProductPage, of product: ProductReference, allowsLoopback: Bool) {
    self.init(
      store: product.store, host: product.host, storeID: product.storeID,
      url: product.url,
      name: String((page.title?.value ?? product.storeID).prefix(500)),
      categoryPath: (page.category?.value ?? []).prefix(10).map { String($0.prefix(100)) },
      description: String((page.summary?.value ?? "").prefix(10_000)),
      variant: (page.variant?.value ?? []).prefix(10).map { String($0.prefix(100)) },
      images: (page.images?.value ?? [])
        .filter { (try? WebURL($0, allowsLoopback: allowsLoopback)) != nil }
        .filter { $0.utf8.count <= 2_000 }.prefix(12).map { $0 })
  }
}

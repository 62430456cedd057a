internal import PageFetcher
internal import PageReader
internal import PriceStore

/// A product, identified by the address that a user pasted.
struct ProductReference: Sendable {
  /// The store's name.
  let store: String
  /// The host of the site; for a store without rules, with the port.
  let host: String
  /// The ID in the store; for a store without rules, the path and query.
  let storeID: String
  /// The address to fetch.
  let address: String
  /// The product that the page must show; nil for a store without rules.
  let requested: ProductAddress?

  /// Parses an address on one of the allowed hosts.
  init(_ text: String, _ settings: PriceService.Settings) throws(PriceError) {
    let address: WebAddress
    do {
      address = try WebAddress(text, allowsLoopback: settings.allowsLoopback)
    } catch {
      throw PriceError(
        .addressNotAllowed,
        "This is not the https address of a page. Copy it from the browser.")
    }
    try self.init(address, settings)
  }

  init(_ address: WebAddress, _ settings: PriceService.Settings) throws(PriceError) {
    guard settings.hosts.contains(address.host) else {
      throw PriceError(
        .addressNotAllowed,
        "\(address.host) is not a shop that can be tracked here. Choose a product of an allowed "
          + "shop.")
    }
    let rules = settings.rules
    requested = rules.product(host: address.host, path: address.path, query: address.query)
    if let requested {
      (store, host) = (requested.store, requested.host)
      (storeID, self.address) = (requested.id, requested.canonical)
      return
    }
    guard settings.extraHosts.contains(address.host) else {
      throw PriceError(
        .addressNotAllowed, "This page shows no single product. Open a product's page first.")
    }
    (store, host) = (address.host, "\(address.host):\(address.port)")
    // Tracking parameters of advertisements do not identify a product.
    let items = (address.query ?? "").split(separator: "&").filter { item in
      let name = item.prefix { $0 != "=" }.lowercased()
      return !name.hasPrefix("utm_") && !["gclid", "fbclid", "msclkid"].contains(name)
    }
    storeID = address.path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    let scheme = address.isSecure ? "https" : "http"
    let isDefaultPort = address.port == (address.isSecure ? 443 : 80)
    self.address = "\(scheme)://\(address.host)\(isDefaultPort ? "" : ":\(address.port)")\(storeID)"
  }
}

extension ProductFacts {
  /// The facts on a page, truncated to reasonable lengths.
  ///
  /// - `allowsLoopback`: Whether images may be loaded from this machine.
  init(_ page: ProductPage, of product: ProductReference, allowsLoopback: Bool) {
    self.init(
      store: product.store, host: product.host, storeID: product.storeID,
      address: product.address,
      name: String((page.title?.value ?? product.storeID).prefix(500)),
      path: (page.category?.value ?? []).prefix(10).map { String($0.prefix(100)) },
      description: String((page.summary?.value ?? "").prefix(10_000)),
      variant: (page.variant?.value ?? []).prefix(10).map { String($0.prefix(100)) },
      images: (page.images?.value ?? [])
        .filter { (try? WebAddress($0, allowsLoopback: allowsLoopback)) != nil }
        .filter { $0.utf8.count <= 2_000 }.prefix(12).map { $0 })
  }
}

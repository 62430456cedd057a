public import PriceDomain

/// The store and product of a URL.
public struct ProductURL: Hashable, Sendable, Codable {
  /// The store's name.
  public let store: String
  /// The product's id in that store.
  public let id: String
  /// The host of the site; with `www.`, unless the site has its own origin.
  public let host: String
  /// The URL to fetch, which contains only the id of the pasted URL.
  public let canonical: String
  /// The currency of the site.
  public let currency: Currency
}

extension StoreRules {
  /// The product of a URL, or nil if it is not a product page of a known store.
  ///
  /// NB: only the path and the named query items are used, because links of advertisements contain
  /// the ids of other products elsewhere.
  public func product(host: String, path: String, query: String?) -> ProductURL? {
    guard let (store, site) = site(host: host) else { return nil }
    guard let id = Self.id(store, path: path) ?? Self.id(store, query: query ?? "") else {
      return nil
    }
    let bareHost = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    let canonical = store.canonicalPath.replacing("{id}", with: id)
    if let origin = site.origin {
      return ProductURL(
        store: store.name, id: id, host: bareHost, canonical: origin + canonical,
        currency: site.currency)
    }
    return ProductURL(
      store: store.name, id: id, host: "www." + bareHost,
      canonical: "https://www.\(bareHost)\(canonical)", currency: site.currency)
  }

  private static func id(_ store: StoreRule, path: String) -> String? {
    let parts = path.split(separator: "/").map(String.init)
    for pattern in store.productPaths {
      let expected = pattern.split(separator: "/").map(String.init)
      guard parts.count >= expected.count else { continue }
      for start in 0...(parts.count - expected.count) {
        var id: String?
        let matches = zip(parts[start...], expected).allSatisfy { part, pattern in
          guard pattern == "{id}" else { return part == pattern }
          id = part
          return isID(part, store)
        }
        if matches, let id { return id }
      }
    }
    return nil
  }

  private static func id(_ store: StoreRule, query: String) -> String? {
    for item in query.split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, store.idQueryItems.contains(pair[0].lowercased()) else { continue }
      if isID(pair[1], store) { return pair[1] }
    }
    return nil
  }

  static func isID(_ text: String, _ store: StoreRule) -> Bool {
    text.utf8.count == store.idLength
      && text.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) }
  }
}

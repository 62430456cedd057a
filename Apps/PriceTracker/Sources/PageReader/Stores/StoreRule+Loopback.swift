public import PriceDomain

extension StoreRule {
  /// A shop on this machine, for development and tests: products at `/p/{id}`, read from their
  /// JSON-LD.
  ///
  /// - Parameters:
  ///   - port: Its port on 127.0.0.1.
  ///   - currency: The currency of its prices.
  /// - Returns: The rule.
  public static func loopback(port: Int, currency: Currency = .euro) -> StoreRule {
    StoreRule(
      name: "loopback",
      sites: ["127.0.0.1": Site(currency: currency, origin: "http://127.0.0.1:\(port)")],
      shortHosts: [], productPaths: ["/p/{id}"], idQueryItems: [], idLength: 8,
      canonicalPath: "/p/{id}", fields: [:], unavailableSelectors: [], unavailablePhrases: [],
      usedOnlySelectors: [], firstPartySellerNames: [])
  }
}

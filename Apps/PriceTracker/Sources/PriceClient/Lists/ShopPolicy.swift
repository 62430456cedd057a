package import Foundation

/// The URLs that the embedded shop view may open, and those that are product pages.
package struct ShopPolicy: Sendable, Hashable {
  /// The shops' hosts, without `www.`.
  package let hosts: [String]
  /// The page that the view opens with.
  package let start: URL

  package init(hosts: [String], start: URL) {
    (self.hosts, self.start) = (hosts, start)
  }

  /// The Amazon site of a region, such as `DE`; that of the United States for one without its own.
  package static func amazon(region: String?) -> ShopPolicy {
    let domains = [
      "GB": "co.uk", "DE": "de", "AT": "de", "FR": "fr", "IT": "it", "ES": "es", "NL": "nl",
      "IE": "ie", "BE": "com.be", "CA": "ca", "MX": "com.mx", "BR": "com.br", "AU": "com.au",
      "JP": "co.jp", "IN": "in", "SE": "se", "PL": "pl", "TR": "com.tr", "AE": "ae", "SA": "sa",
      "EG": "eg", "SG": "sg", "ZA": "co.za",
    ]
    let host = "amazon." + (region.flatMap { domains[$0.uppercased()] } ?? "com")
    return ShopPolicy(
      hosts: ["amazon.com"] + Set(domains.values).sorted().map { "amazon.\($0)" },
      start: URL(string: "https://www.\(host)/") ?? URL(fileURLWithPath: "/"))
  }

  /// Whether the view may open a URL: https with a shop's host or subdomain, or a blank page.
  ///
  /// NB: `amazon.de.evil.example` and `evilamazon.de` are other hosts, and a shop's URLs have
  /// neither a user name nor another port than 443.
  package func allows(_ url: URL) -> Bool {
    if url.absoluteString == "about:blank" { return true }
    guard url.scheme?.lowercased() == "https", url.user() == nil, url.password() == nil,
      url.port == nil || url.port == 443, var host = url.host()?.lowercased()
    else { return false }
    if host.hasSuffix(".") { host.removeLast() }
    return hosts.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// Whether a URL is a product's page, by the same rule as the service's.
  package func isProduct(_ url: URL) -> Bool {
    guard allows(url) else { return false }
    let parts = url.path().split(separator: "/").map(String.init)
    let pathHasID = Self.productPaths.contains { path in
      parts.indices.contains { index in
        let remaining = parts[index...]
        guard remaining.count > path.count, remaining.starts(with: path) else { return false }
        return Self.isID(remaining[index + path.count])
      }
    }
    return pathHasID || Self.hasID(url.query() ?? "")
  }

  /// The path components before a product's ID.
  private static let productPaths = [
    ["dp"], ["gp", "product"], ["gp", "aw", "d"], ["exec", "obidos", "ASIN"],
    ["gp", "offer-listing"], ["product-reviews"],
  ]

  private static func hasID(_ query: String) -> Bool {
    query.split(separator: "&").contains { item in
      let pair = item.split(separator: "=", maxSplits: 1).map(String.init)
      return pair.count == 2 && pair[0].lowercased() == "asin" && isID(pair[1])
    }
  }

  private static func isID(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) || ("0"..."9").contains($0) }
  }
}

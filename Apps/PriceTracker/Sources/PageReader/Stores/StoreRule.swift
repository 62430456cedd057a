internal import PriceDomain

/// The rules for a store's pages, as data, so that a new store or layout needs no code.
public struct StoreRule: Sendable, Codable {
  /// One source of a value on a page.
  struct Source: Sendable, Codable {
    /// The selector of the value's element.
    let css: String
    /// The attribute with the value; without one, the element's text.
    let attribute: String?
    /// Relative to the element: the whole units of a price, together with `fraction`.
    let whole: String?
    /// Relative to the element: the cents.
    let fraction: String?
    /// Relative to the element: the currency's symbol.
    let symbol: String?
    /// Whether the attribute is a JSON object whose keys are URLs of images, each with its
    /// width and height.
    let isImageSizeMap: Bool?
    /// Whether it is a machine-readable price, as in structured data.
    let isMachineReadable: Bool?
    /// The condition of the offered item.
    let condition: ItemCondition?
  }

  /// A site of the store.
  struct Site: Sendable, Codable {
    /// The currency for symbols that several currencies share.
    let currency: Currency
    /// The origin of its pages, for a site that is not `https://www.` and its host: a shop on the
    /// local machine, such as `http://127.0.0.1:8100`.
    let origin: String?
  }

  /// The store's name.
  public let name: String
  /// Its sites, by host without `www.`.
  let sites: [String: Site]
  /// Hosts of short links, which redirect to a site.
  let shortHosts: [String]
  /// Paths of products: `/dp/{id}` anywhere in the path.
  let productPaths: [String]
  /// Names of query items that contain the id if the path has none.
  let idQueryItems: [String]
  /// The length of an id, which consists of uppercase letters and digits.
  let idLength: Int
  /// Path and query of a product's page, with `{id}`.
  let canonicalPath: String
  /// The sources of each value, the preferred one first.
  let fields: [String: [Source]]
  /// Selectors of elements that a page has only if the product is unavailable.
  let unavailableSelectors: [String]
  /// The availability texts of an unavailable product.
  let unavailablePhrases: [String]
  /// Selectors of elements that a page has only if only used items are offered.
  let usedOnlySelectors: [String]
  /// Names, in lowercase, under which the store itself sells.
  let firstPartySellerNames: [String]
}

/// All store rules, and the markers of pages that are not product pages.
public struct StoreRules: Sendable, Codable {
  /// The markers of one kind of page.
  struct Markers: Sendable, Codable {
    /// The selectors of elements, one of which such a page has.
    let css: [String]
    /// The titles of such pages.
    let titles: [String]
    /// Texts, one of which such a page contains in UTF-8, for example in a comment; searched only
    /// in pages of less than 100,000 bytes.
    let bytes: [String]
  }

  /// The stores.
  public let stores: [StoreRule]
  let captcha: Markers
  let blocked: Markers

  /// These rules with additional stores.
  public func adding(_ others: [StoreRule]) -> StoreRules {
    StoreRules(stores: stores + others, captcha: captcha, blocked: blocked)
  }

  /// The rule of the store with this host, and its site.
  func site(host: String) -> (StoreRule, StoreRule.Site)? {
    let bareHost = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    for store in stores {
      if let site = store.sites[bareHost] { return (store, site) }
    }
    return nil
  }

  /// Whether a host is a store's site, and not the host of its short links.
  public func isSite(host: String) -> Bool { site(host: host) != nil }

  /// The hosts of all known pages, including short links.
  public var hosts: Set<String> {
    var hosts: Set<String> = []
    for store in stores {
      for host in store.sites.keys { hosts.formUnion([host, "www." + host]) }
      hosts.formUnion(store.shortHosts)
    }
    return hosts
  }
}

internal import PageFetcher
internal import PageReader
internal import PriceDomain

/// The report about a URL; the names of its members are stable, and documented in the README.
struct Report: Encodable {
  enum Status: String, Encodable {
    case price, unavailable, blocked, captcha, wrongProduct, brokenPage, notFetched, timedOut
  }

  struct Money: Encodable {
    let minorUnits: Int64
    let currency: String
    let decimal: String

    init(_ price: Price) {
      minorUnits = price.minorUnits
      currency = price.currency.code
      decimal = price.decimalText
    }
  }

  let version = 1
  var url: String?
  var status: Status
  var reason: String?
  var message: String?
  var store: String?
  var id: String?
  var name: String?
  var category: [String]?
  var description: String?
  var images: [String]?
  var price: Money?
  var listPrice: Money?
  var availability: String?
  var condition: String?
  var variant: [String]?
  var seller: String?
  var sellerKind: String?
  var language: String?
  var sources: [String: String]?
  var rejectedPrices: [String: String]?

  /// A report without a page.
  init(_ url: String?, _ requestedProduct: ProductURL?, notFetched error: FetchError) {
    self.url = url
    status = .notFetched
    store = requestedProduct?.store
    id = requestedProduct?.id
    reason = error.code
    message = error.sentence
  }

  /// A report after a timeout.
  init(timedOut url: String?, seconds: Int) {
    self.url = url
    status = .timedOut
    message = "The page was not read within \(seconds) seconds."
  }

  /// A report about a page.
  init(_ url: String?, _ requestedProduct: ProductURL?, _ result: PageResult) {
    self.url = url
    store = requestedProduct?.store
    id = requestedProduct?.id
    switch result {
    case .price(_, let page):
      status = .price
      fill(page)
    case .unavailable(let page):
      status = .unavailable
      message = "The product is unavailable."
      fill(page)
    case .blocked:
      status = .blocked
      message =
        "The store rejects automated requests; try again later, or pass a saved page with --html."
    case .captcha:
      status = .captcha
      message = "The store requires a captcha; try again later, or pass a saved page with --html."
    case .wrongProduct(let actualID):
      status = .wrongProduct
      reason = actualID
      message = "The page is of another product: \(actualID)."
    case .broken(let defect):
      status = .brokenPage
      reason = defect.rawValue
      message = defect.sentence
    }
  }

  var exitStatus: Int32 {
    switch status {
    case .price: 0
    case .unavailable: 3
    case .blocked, .captcha: 4
    case .wrongProduct: 5
    case .brokenPage: 6
    case .notFetched: 7
    case .timedOut: 8
    }
  }

  private mutating func fill(_ page: ProductPage) {
    id = page.id?.value ?? id
    name = page.title?.value
    category = page.category?.value
    description = page.summary?.value
    images = page.images?.value
    price = page.price.map { Money($0.value) }
    listPrice = page.listPrice.map { Money($0.value) }
    availability = page.availability?.value.rawValue
    condition = page.condition?.value.rawValue
    variant = page.variant?.value
    seller = page.seller?.value
    sellerKind = page.sellerKind?.rawValue
    language = page.language
    sources = [
      "id": page.id?.source, "name": page.title?.source, "category": page.category?.source,
      "description": page.summary?.source, "images": page.images?.source,
      "price": page.price?.source, "listPrice": page.listPrice?.source,
      "availability": page.availability?.source, "condition": page.condition?.source,
      "variant": page.variant?.source, "seller": page.seller?.source,
    ].compactMapValues { $0 }
    if !page.rejectedPrices.isEmpty { rejectedPrices = page.rejectedPrices.mapValues(\.rawValue) }
  }
}

extension BrokenPageReason {
  fileprivate var sentence: String {
    switch self {
    case .empty: "The page is empty."
    case .tooLong: "The page is longer than 8 MiB."
    case .notHTML: "The page is not HTML."
    case .errorStatus: "The store responded with an error."
    case .noProduct: "There is no product on the page."
    case .tooComplex: "Reading the page takes too much time or memory."
    case .noPrice: "The page has neither a price nor a statement that the product is unavailable."
    }
  }
}

extension FetchError {
  var sentence: String {
    switch self {
    case .invalidURL(.malformed): "The URL is malformed."
    case .invalidURL(.notHTTPS): "Only https URLs are supported."
    case .invalidURL(.hasUserInfo): "URLs with a user name and password are not supported."
    case .invalidURL(.numericHost): "IP addresses are not supported; use a host name."
    case .invalidURL(.portNotAllowed): "Only the standard port is supported."
    case .invalidURL(.tooLong): "The URL is longer than 2000 bytes."
    case .hostNotAllowed(let host):
      "No store rule has the host \(host); to allow it, add --allow-host \(host)."
    case .privateAddress(let host): "\(host) resolves to a private network."
    case .unknownHost(let host): "The host name \(host) cannot be resolved."
    case .disallowedByRobots: "The site's robots.txt does not allow fetching this page."
    case .backingOff(let seconds):
      "The host rejected requests; the next one is allowed in \(seconds) seconds."
    case .pageBackingOff(let seconds):
      "The host rejected this page; the next request is allowed in \(seconds) seconds."
    case .busy(let seconds):
      "Other requests to the host are queued; try again in \(seconds) seconds."
    case .tooManyRedirects: "Too many redirects."
    case .emptyRedirect: "The redirect has no URL."
    case .notHTML(let type): "The response is not HTML, but \(type)."
    case .transport(.noConnection): "The server does not respond."
    case .transport(.timedOut): "The request timed out."
    case .transport(.tooLong): "The page is longer than 8 MiB."
    case .transport(.untrusted): "The server's certificate is not trusted."
    case .transport(.unexpectedAddress), .transport(.failed): "The request failed."
    case .cancelled: "The request was cancelled."
    }
  }
}

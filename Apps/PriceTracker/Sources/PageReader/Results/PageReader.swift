internal import PriceDomain

/// A page as it was received.
public struct PageInput: Sendable {
  /// Its body.
  public var bytes: [UInt8]
  /// The charset of its `Content-Type`, if specified.
  public var charset: String?
  /// The status of the response; 200 if the page was sent by an app.
  public var status: Int
  /// The host of its URL.
  public var host: String?
  /// The requested product.
  public var requestedProduct: ProductURL?

  /// Creates a page as it was received.
  public init(
    _ bytes: [UInt8], charset: String? = nil, status: Int = 200, host: String? = nil,
    requestedProduct: ProductURL? = nil
  ) {
    self.bytes = bytes
    self.charset = charset
    self.status = status
    self.host = host
    self.requestedProduct = requestedProduct
  }
}

/// Reads product pages by the store's rule, if there is one, then by Open Graph, JSON-LD and
/// microdata; each value is from the first source that has it.
public struct PageReader: Sendable {
  /// The rules.
  public let rules: StoreRules

  /// Creates a reader with these rules.
  public init(rules: StoreRules) { self.rules = rules }

  /// Reads a page.
  public func read(_ input: PageInput) -> PageResult {
    let page: HTMLPage
    do throws(HTMLPage.ParseError) {
      page = try HTMLPage(input.bytes, charset: input.charset)
    } catch {
      if let failure = Self.failure(status: input.status) { return failure }
      switch error {
      case .empty: return .broken(.empty)
      case .tooLong: return .broken(.tooLong)
      case .noElements: return .broken(.notHTML)
      }
    }
    let site = (input.requestedProduct?.host ?? input.host).flatMap { rules.site(host: $0) }
    let fieldReader = FieldReader(page: page, store: site?.0)
    var product = ProductPage()
    product.language = page.root?.attribute("lang")
    fieldReader.readIdentity(into: &product)
    // A page with a title according to the store's rule is not a rejection, whatever its text.
    if product.title == nil || site == nil, let failure = failure(page, input) {
      return failure
    }
    if let requestedProduct = input.requestedProduct, let id = product.id?.value,
      id != requestedProduct.id
    {
      return .wrongProduct(found: id.truncated(to: 200))
    }
    let offers = [OpenGraph.offer(in: page), JSONLD.offer(in: page), Microdata.offer(in: page)]
    fieldReader.readDetails(into: &product, offers)
    fieldReader.readOffer(into: &product, offers, defaultCurrency: site?.1.currency)
    product.truncate()
    return result(product, fieldReader, input)
  }

  private func result(
    _ product: ProductPage, _ fieldReader: FieldReader, _ input: PageInput
  ) -> PageResult {
    guard product.title != nil else {
      return Self.failure(status: input.status) ?? .broken(.noProduct)
    }
    if let availability = product.availability, !availability.value.canBeOrdered {
      var page = product
      page.price = nil
      return .unavailable(page)
    }
    if let price = product.price { return .price(price.value, product) }
    if fieldReader.isUnavailable { return .unavailable(product) }
    return Self.failure(status: input.status) ?? .broken(.noPrice)
  }

  /// The result of a page that the store sent in place of a product's; nil if it may be one.
  private func failure(_ page: HTMLPage, _ input: PageInput) -> PageResult? {
    let title = page.first("//title")?.text ?? ""
    func matches(_ markers: StoreRules.Markers) -> Bool {
      if markers.titles.contains(title) { return true }
      // Ordinary pages can have captchas, too; those of a rejection have no product.
      guard !Self.hasProduct(page) else { return false }
      if markers.css.contains(where: { css in
        (try? Selector(css)).map { page.first($0.xpath) != nil } ?? false
      }) {
        return true
      }
      // Rejections are short; their words alone may be in any long page.
      guard input.bytes.count < 100_000 else { return false }
      return markers.bytes.contains { input.bytes.firstRange(of: Array($0.utf8)) != nil }
    }
    if matches(rules.captcha) { return .captcha }
    if matches(rules.blocked) { return .blocked }
    if !Self.hasProduct(page) { return Self.failure(status: input.status) }
    return nil
  }

  private static func hasProduct(_ page: HTMLPage) -> Bool {
    let priceSelectors =
      "//meta[@property='product:price:amount' or @property='og:price:amount']"
      + " | //*[@itemprop='price'] | //script[contains(@type,'ld+json')]"
    return page.first(priceSelectors) != nil
  }

  /// The result that an error status implies; nil for a success.
  static func failure(status: Int) -> PageResult? {
    switch status {
    case 200..<300: nil
    case 401, 403, 407, 429, 503: .blocked
    default: .broken(.errorStatus)
    }
  }
}

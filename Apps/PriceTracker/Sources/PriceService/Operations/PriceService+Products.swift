internal import Accounts
public import PageFetcher
internal import PageReader
public import PriceDomain
public import PriceStore

/// A product as one user sees it.
public struct ProductView: Sendable {
  /// The product.
  public let product: ProductRecord
  /// How the user tracks it; nil for a guest or a product that the user does not track.
  public let tracking: Tracking?
  /// When the user will be notified, one sentence each; empty if the product is not tracked.
  public let explanation: [String]
}

/// The result of adding a URL.
public struct AddedProduct: Sendable {
  /// The product as the user sees it.
  public let view: ProductView
  /// Whether the product was not yet known.
  public let isNew: Bool
}

extension PriceService {
  /// Adds the product with a URL; a signed-in user then tracks it.
  ///
  /// - Parameters:
  ///   - text: The URL as the user pasted it: also in a sentence, or without `https://`.
  ///   - page: The page, if the app already displays it; accepted only from a signed-in user.
  ///   - caller: The caller.
  /// - Returns: The product as the caller sees it, and whether it is new.
  /// - Throws: `PriceError` if the request is rejected or the page cannot be read; `StoreError`.
  public func add(
    _ text: String, page: SentPage? = nil, by caller: Caller
  ) async throws -> AddedProduct {
    if page != nil { _ = try caller.requireSession() }
    let url = Self.pastedURL(text)
    let reference = try ProductReference(orShortLink: url, settings)
    // NB: a typing error does not count.
    try await checkRateLimit("add", caller, limit: caller.session == nil ? 10 : 60)
    let existing = try await reference.asyncFlatMap {
      try await store.product(host: $0.host, storeID: $0.storeID)
    }
    let id =
      if let page {
        try await addFromSentPage(page, of: url, reference, by: try caller.requireSession())
      } else if let existing, existing.isRead {
        existing.id
      } else {
        try await addByFetching(url, reference, existing: existing?.id)
      }
    if let session = caller.session {
      _ = try await profile(session)
      _ = try await store(for: session).track(id, by: session.user.id, at: clock())
      _ = try await store.evaluateDueRules(at: clock())
    }
    return AddedProduct(view: try await product(id, by: caller), isNew: existing == nil)
  }

  /// Returns the first URL in a text.
  package static func firstURL(in text: String) -> String? {
    text.split(whereSeparator: \.isWhitespace)
      .first { $0.hasPrefix("https://") || $0.hasPrefix("http://") }.map { String($0.prefix(2000)) }
  }

  /// Returns the URL that a user pasted; the text itself if there is none.
  private static func pastedURL(_ text: String) -> String {
    // NB: not at a carriage return, as in a forged header: such a URL is rejected as a whole.
    let words = text.split { $0 == " " || $0 == "\n" }.map { String($0) }
    if let link = words.first(where: { Self.firstURL(in: $0) == $0 }) { return link }
    guard words.count == 1, let word = words.first, word.contains("."),
      !word.prefix(while: { $0 != "/" }).contains(":")
    else { return text }
    return "https://" + word
  }

  /// Adds the product of a page that a user sends, which could have been forged: only that user
  /// sees its price, and its facts until enough users' pages agree.
  private func addFromSentPage(
    _ page: SentPage, of url: String, _ reference: ProductReference?,
    by session: AuthenticatedSession
  ) async throws -> Int64 {
    let (result, product) = try await readPage(of: url, reference, page)
    let user = session.user
    let sentReading = SentReading(
      facts: try facts(result, of: product),
      placeholderName: String(product.url.drop { $0 != "/" }.dropFirst(2).prefix(500)),
      reading: result.reading)
    _ = try await profile(session)
    return try await store(for: session).record(sentReading, by: user.id, at: clock())
  }

  /// Adds the product with a URL by fetching its page, which also confirms a known product.
  private func addByFetching(
    _ url: String, _ reference: ProductReference?, existing: Int64?
  ) async throws -> Int64 {
    do {
      let (result, product) = try await readPage(of: url, reference, nil)
      let addedProduct = try await store.add(try facts(result, of: product), at: clock())
      _ = try await store.record(
        [PriceCheck(addedProduct.id, .read(result.reading, nil))], at: clock())
      return addedProduct.id
    } catch let error as PriceError {
      // If a shop rejects automated requests, known products are tracked with the pages that users
      // send.
      guard let existing else { throw error }
      return existing
    }
  }

  /// Reads a page, either fetched or sent.
  private func readPage(
    of url: String, _ reference: ProductReference?, _ page: SentPage?
  ) async throws -> (PageResult, ProductReference) {
    let request = PageRequest(reference?.url ?? url, purpose: .lookup)
    let fetched: FetchedPage
    do throws(FetchError) {
      let response =
        if let page { try await page.page(request) } else { try await source.page(request) }
      guard case .page(let fetchedPage) = response else { throw .transport(.failed) }
      fetched = fetchedPage
    } catch {
      throw PriceError(
        Self.code(error), Self.message(error), german: Self.germanMessage(error),
        retryAfter: Self.retryAfter(error))
    }
    // The product of a short link is only known now.
    guard let product = try reference ?? fetched.url.map({ try ProductReference($0, settings) })
    else {
      throw PriceError(
        .urlNotAllowed, "This page shows no single product. Open a product's page first.")
    }
    let input = PageInput(
      fetched.bytes, charset: fetched.charset, status: fetched.status,
      host: product.productURL?.host ?? product.store, requestedProduct: product.productURL)
    return (await lookupReader.result(of: input), product)
  }

  private func facts(
    _ result: PageResult, of product: ProductReference
  ) throws(PriceError) -> ProductFacts {
    switch result {
    case .price(_, let page), .unavailable(let page):
      return ProductFacts(page, of: product, allowsLoopback: settings.allowsLoopback)
    case .blocked, .captcha:
      throw PriceError(
        .pageNotRead, "The shop rejects automated requests now. Try again later.",
        german: "Der Shop lehnt gerade automatische Anfragen ab. Versuche es später noch einmal.")
    case .wrongProduct:
      throw PriceError(
        .pageNotRead, "The page shows a different product than its address.",
        german: "Die Seite zeigt ein anderes Produkt als ihre Adresse.")
    case .broken(.tooComplex):
      throw PriceError(
        .pageNotRead, "This page is too complex to be read.",
        german: "Diese Seite ist zu komplex, um sie zu lesen.")
    case .broken:
      throw PriceError(
        .pageNotRead, "No product was recognized on this page.",
        german: "Auf dieser Seite wurde kein Produkt erkannt.")
    }
  }

  /// Returns a product as the caller sees it.
  ///
  /// - Throws: `StoreError` with `not-found`.
  public func product(_ id: Int64, by caller: Caller) async throws -> ProductView {
    guard let product = try await store.product(id, seenBy: caller.session?.user.id) else {
      throw StoreError(.notFound, "There is no such product.")
    }
    guard let session = caller.session,
      let tracking = try await store.tracking(id, by: session.user.id)
    else { return ProductView(product: product, tracking: nil, explanation: []) }
    let profile = try await profile(session)
    return ProductView(
      product: product, tracking: tracking,
      explanation: tracking.ruleState.rule.explanation(
        in: profile.language, base: tracking.ruleState.base, preferences: profile.preferences,
        isReachable: try await isReachable(profile)))
  }

  /// Whether a user has a device, an email or a webhook for notifications: without any, they are
  /// only in the list in the settings.
  package func isReachable(_ profile: UserProfile) async throws -> Bool {
    if profile.sendsEmail || profile.webhook != nil { return true }
    return try await !store.devices(of: profile.user).isEmpty
  }

  // MARK: Tracking

  /// Tracks an existing product.
  public func track(_ product: Int64, by caller: Caller) async throws -> ProductView {
    let session = try caller.requireSession()
    _ = try await profile(session)
    _ = try await store(for: session).track(product, by: session.user.id, at: clock())
    _ = try await store.evaluateDueRules(at: clock())
    return try await self.product(product, by: caller)
  }

  /// Stops tracking a product.
  public func untrack(_ product: Int64, by caller: Caller) async throws {
    let session = try caller.requireSession()
    try await store(for: session).untrack(product, by: session.user.id)
  }

  /// Saves the rule of a tracked product; nil for the user's default.
  public func setRule(
    _ rule: PriceRule?, of product: Int64, by caller: Caller
  ) async throws -> ProductView {
    let session = try caller.requireSession()
    if case .value(let target) = rule?.trigger {
      let record = try await store.product(product, seenBy: session.user.id)
      let currency = record?.history.current?.currency
      if let currency, currency != target.currency {
        throw PriceError(
          .invalidInput, "The price is in \(currency). Set the target price in \(currency), too.")
      }
    }
    _ = try await store(for: session).setRule(
      rule, of: product, by: session.user.id, at: clock())
    // A target that is already met is reported now, not after the next check.
    _ = try await store.evaluateDueRules(at: clock())
    return try await self.product(product, by: caller)
  }

  /// Turns notifications about new comments on a tracked product on or off.
  public func setNotifiesOfComments(
    _ isOn: Bool, of product: Int64, by caller: Caller
  ) async throws -> ProductView {
    let session = try caller.requireSession()
    try await store(for: session).setNotifiesOfComments(
      isOn, of: product, by: session.user.id)
    return try await self.product(product, by: caller)
  }

  /// Returns the products that a user tracks, most recently tracked first.
  public func tracked(
    by caller: Caller, search: String = "", after cursor: String? = nil, limit: Int = 50
  ) async throws -> Page<ProductSummary> {
    try await store.tracked(
      by: try caller.requireSession().user.id, search: search, before: cursor, limit: limit)
  }

  /// Explains in plain words what a rule would do, before it is saved.
  public func explanation(
    of rule: PriceRule, for product: Int64?, by caller: Caller
  ) async throws -> [String] {
    let session = try caller.requireSession()
    let profile = try await profile(session)
    let base = try await product.asyncFlatMap {
      try await store.product($0, seenBy: session.user.id)?.history.current
    }
    return rule.explanation(
      in: profile.language, base: base, preferences: profile.preferences,
      isReachable: try await isReachable(profile))
  }
}

extension Optional {
  func asyncFlatMap<Result>(
    _ transform: (Wrapped) async throws -> Result?
  ) async rethrows -> Result? {
    guard let self else { return nil }
    return try await transform(self)
  }
}

extension PriceAPI {
  // MARK: Lists

  /// The first products of a list.
  package func list(
    _ list: ListName, limit: Int = 10
  ) async throws(ClientError) -> CachedValue<PageData<ProductItem>> {
    try await read("/lists/\(list.rawValue)", query: [("limit", "\(limit)")])
  }

  /// A page of a list.
  package func page(
    _ list: ListName, categories: [String] = [], after cursor: String? = nil, limit: Int = 20
  ) async throws(ClientError) -> CachedValue<PageData<ProductItem>> {
    var query = [("limit", "\(limit)")] + categories.map { ("category", $0) }
    if let cursor { query.append(("cursor", cursor)) }
    return try await read("/lists/\(list.rawValue)/pages", query: query)
  }

  /// All categories.
  package func categories() async throws(ClientError) -> CachedValue<PageData<CategoryData>> {
    try await read("/categories")
  }

  /// The tracked products, most recently tracked first.
  package func trackedProducts(
    search: String = "", after cursor: String? = nil, limit: Int = 50
  ) async throws(ClientError) -> CachedValue<PageData<ProductItem>> {
    var query = [("limit", "\(limit)")]
    if !search.isEmpty { query.append(("search", String(search.prefix(200)))) }
    if let cursor { query.append(("cursor", cursor)) }
    return try await read("/me/products", query: query)
  }

  // MARK: One product

  package func product(_ id: Int64) async throws(ClientError) -> CachedValue<ProductData> {
    try await read("/products/\(id)")
  }

  /// The cached product, without a request.
  package func cachedProduct(_ id: Int64) async -> CachedValue<ProductData>? {
    await cachedValue("/products/\(id)")
  }

  /// The latest 100 periods of a product's price, newest first.
  package func history(_ id: Int64) async throws(ClientError) -> CachedValue<PageData<PeriodData>> {
    try await read("/products/\(id)/history", query: [("limit", "100")])
  }

  /// Adds a product by its URL; a signed-in user then tracks it.
  ///
  /// `html` is the page, if the app already displays it. It is sent only for a signed-in user,
  /// because the service rejects a guest's request with a page; without it, the service fetches the
  /// page.
  package func addProduct(
    _ url: String, html: String? = nil
  ) async throws(ClientError) -> AddedData {
    struct Body: Encodable, Sendable {
      let url: String
      let html: String?
    }
    let page = await session.isSignedIn ? html : nil
    let body = Body(url: url, html: page)
    guard let page, !Self.canSend(page, in: body) else {
      return try await send(.post, "/products", body)
    }
    do throws(ClientError) {
      return try await send(.post, "/products", Body(url: url, html: nil))
    } catch {
      guard case .problem(_, "page-not-read", _, _) = error else { throw error }
      throw .pageTooLong
    }
  }

  /// Whether the service accepts a page: at most 8 MiB, in a body of at most 64 KiB more.
  ///
  /// NB: quotation marks and line breaks are two bytes in JSON, so a page of 8 MiB may be too long.
  private static func canSend(_ page: String, in body: any Encodable & Sendable) -> Bool {
    page.utf8.count <= 8 << 20 && (json(body)?.count ?? .max) <= (8 << 20) + (64 << 10)
  }

  // MARK: Tracking

  package func track(
    _ id: Int64, rule: RuleData? = nil, usesDefaultRule: Bool = false,
    notifiesOfComments: Bool? = nil
  ) async throws(ClientError) -> ProductData {
    struct Body: Encodable, Sendable {
      let rule: RuleData?
      let usesDefaultRule: Bool?
      let notifiesOfComments: Bool?
    }
    return try await send(
      .put, "/products/\(id)/tracking",
      Body(
        rule: rule, usesDefaultRule: usesDefaultRule ? true : nil,
        notifiesOfComments: notifiesOfComments))
  }

  package func untrack(_ id: Int64) async throws(ClientError) {
    try await perform(.delete, "/products/\(id)/tracking")
  }

  /// The explanation of a rule, in sentences.
  package func explanation(
    of rule: RuleData, for product: Int64?
  ) async throws(ClientError) -> [String] {
    struct Body: Encodable, Sendable {
      let rule: RuleData
      let product: Int64?
    }
    struct Response: Decodable, Sendable { let sentences: [String] }
    let response: Response = try await send(
      .post, "/rules/explanation", Body(rule: rule, product: product))
    return response.sentences
  }

  // MARK: Comments

  /// A page of a product's comments, newest first.
  package func comments(
    on product: Int64, after cursor: String? = nil, limit: Int = 100
  ) async throws(ClientError) -> CachedValue<PageData<CommentData>> {
    var query = [("limit", "\(limit)")]
    if let cursor { query.append(("cursor", cursor)) }
    return try await read("/products/\(product)/comments", query: query)
  }

  package func comment(
    _ text: String, on product: Int64
  ) async throws(ClientError) -> CommentData {
    try await send(.post, "/products/\(product)/comments", ["text": text])
  }

  package func editComment(_ id: Int64, to text: String) async throws(ClientError) -> CommentData {
    try await send(.put, "/comments/\(id)", ["text": text])
  }

  package func deleteComment(_ id: Int64) async throws(ClientError) {
    try await perform(.delete, "/comments/\(id)")
  }
}

internal import PriceDomain

/// Extracts the values of a page.
struct FieldReader {
  let page: HTMLPage
  let store: StoreRule?

  static let maximumTitleLength = 500
  static let maximumSummaryLength = 10_000
  static let maximumImages = 20

  /// Reads the product's ID and title by the store's rule.
  func readIdentity(into product: inout ProductPage) {
    for source in sources(of: "id") {
      guard let element = firstElement(of: source), let text = text(of: source, in: element) else {
        continue
      }
      // A canonical URL has the id in its path.
      let parts = text.split(whereSeparator: { "/?".contains($0) }).map(String.init)
      if let store, let id = parts.first(where: { StoreRules.isID($0, store) }) {
        product.id = SourcedValue(value: id, source: location(of: source))
        break
      }
    }
    product.title = firstText("title", limit: Self.maximumTitleLength)
  }

  /// Reads the other values except prices by the store's rule, and fills in missing ones from
  /// structured data.
  func readDetails(into product: inout ProductPage, _ offers: [StructuredOffer]) {
    product.category = storeCategory() ?? firstNonemptyList(offers, \.category, "category")
    product.images =
      storeImages() ?? firstNonemptyList(offers, \.images, "image").flatMap(Self.urls)
    product.summary = storeSummary()
    product.seller = firstText("seller", limit: 200)
    product.variant = storeVariant()
    product.availability = storeAvailability()
    for offer in offers {
      let kind = offer.kind
      product.title =
        product.title
        ?? sourcedText(offer.name, "\(kind): name", limit: Self.maximumTitleLength)
      product.summary =
        product.summary
        ?? sourcedText(offer.summary, "\(kind): description", limit: Self.maximumSummaryLength)
      product.id = product.id ?? sourcedText(offer.id, "\(kind): id", limit: 100)
      product.seller = product.seller ?? sourcedText(offer.seller, "\(kind): seller", limit: 200)
      if product.condition == nil, let condition = offer.condition {
        product.condition = SourcedValue(value: condition, source: "\(kind): itemCondition")
      }
      if product.availability == nil, let availability = offer.availability {
        product.availability = SourcedValue(value: availability, source: "\(kind): availability")
      }
    }
    if let store, let seller = product.seller?.value.lowercased() {
      let isFirstParty = store.firstPartySellerNames.contains { seller.contains($0) }
      product.sellerKind = isFirstParty ? .store : .thirdParty
    }
    if let store, let css = store.usedOnlySelectors.first(where: { firstElement(css: $0) != nil }) {
      product.condition = SourcedValue(value: .used, source: "\(store.name): \(css)")
    }
  }

  /// Whether the product is unavailable according to the store's rule.
  var isUnavailable: Bool {
    store?.unavailableSelectors.contains { firstElement(css: $0) != nil } ?? false
  }

  private func storeAvailability() -> SourcedValue<Availability>? {
    guard let store else { return nil }
    for source in sources(of: "availability") {
      guard let text = firstElement(of: source)?.text.lowercased(), !text.isEmpty else { continue }
      if store.unavailablePhrases.contains(where: { text.contains($0) }) {
        return SourcedValue(value: .outOfStock, source: location(of: source))
      }
    }
    guard let source = sources(of: "orderable").first(where: { firstElement(of: $0) != nil }) else {
      return nil
    }
    return SourcedValue(value: .inStock, source: location(of: source))
  }

  private func storeCategory() -> SourcedValue<[String]>? {
    for source in sources(of: "category") {
      // "‹ Back to results" is a back link, not a category.
      let names = elements(of: source).map(\.text).filter { !$0.isEmpty && !$0.hasPrefix("‹") }
      if !names.isEmpty {
        return SourcedValue(value: Array(names.prefix(10)), source: location(of: source))
      }
    }
    return nil
  }

  private func storeSummary() -> SourcedValue<String>? {
    for source in sources(of: "description") {
      let lines = elements(of: source).prefix(50).map(\.text).filter { !$0.isEmpty }
      let text = String(lines.joined(separator: "\n").prefix(Self.maximumSummaryLength))
      if !text.isEmpty { return SourcedValue(value: text, source: location(of: source)) }
    }
    return nil
  }

  private func storeVariant() -> SourcedValue<[String]>? {
    let variants = sources(of: "variant").compactMap { source in
      firstElement(of: source).map { (source, $0.text) }
    }.filter { !$0.1.isEmpty }
    guard let source = variants.first?.0 else { return nil }
    return SourcedValue(
      value: variants.map { String($0.1.prefix(200)) }, source: location(of: source))
  }

  private func storeImages() -> SourcedValue<[String]>? {
    var urls: [String] = []
    var location: String?
    for source in sources(of: "images") {
      guard let element = firstElement(of: source), let text = text(of: source, in: element) else {
        continue
      }
      urls += source.isImageSizeMap == true ? Self.imageURLs(sizeMap: text) : [text]
      location = location ?? self.location(of: source)
    }
    guard let location else { return nil }
    return Self.urls(SourcedValue(value: urls, source: location))
  }

  /// The keys of `{"https://…": [width, height]}`, the widest image first.
  private static func imageURLs(sizeMap text: String) -> [String] {
    guard case .object(let members)? = LenientJSON(text) else { return [] }
    return members.map { member in
      (member.name, member.value.elements.compactMap { $0.text.flatMap { Int($0) } }.first ?? 0)
    }.sorted { $0.1 > $1.1 }.map(\.0)
  }

  /// URLs only, without duplicates.
  private static func urls(_ texts: SourcedValue<[String]>) -> SourcedValue<[String]>? {
    var seen: Set<String> = []
    let urls = texts.value.map { text in
      text.hasPrefix("//") ? "https:" + text : text
    }.filter { text in
      (text.hasPrefix("https://") || text.hasPrefix("http://")) && text.utf8.count <= 2000
        && seen.insert(text).inserted
    }
    guard !urls.isEmpty else { return nil }
    return SourcedValue(value: Array(urls.prefix(maximumImages)), source: texts.source)
  }

  private func firstNonemptyList(
    _ offers: [StructuredOffer], _ path: KeyPath<StructuredOffer, [String]>, _ name: String
  ) -> SourcedValue<[String]>? {
    offers.first { !$0[keyPath: path].isEmpty }
      .map { SourcedValue(value: $0[keyPath: path], source: "\($0.kind): \(name)") }
  }

  private func sourcedText(
    _ text: String?, _ source: String, limit: Int
  ) -> SourcedValue<String>? {
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    return SourcedValue(value: String(text.prefix(limit)), source: source)
  }

  private func firstText(_ field: String, limit: Int) -> SourcedValue<String>? {
    for source in sources(of: field) {
      if let element = firstElement(of: source),
        let value = sourcedText(text(of: source, in: element), location(of: source), limit: limit)
      {
        return value
      }
    }
    return nil
  }
}

extension FieldReader {
  func sources(of field: String) -> [StoreRule.Source] { store?.fields[field] ?? [] }

  func location(of source: StoreRule.Source) -> String {
    let attribute = source.attribute.map { "@\($0)" } ?? ""
    return "\(store?.name ?? "page"): \(source.css)\(attribute)"
  }

  func firstElement(of source: StoreRule.Source) -> HTMLElement? { firstElement(css: source.css) }

  func elements(of source: StoreRule.Source) -> [HTMLElement] {
    (try? Selector(source.css)).map { page.elements($0.xpath) } ?? []
  }

  func firstElement(css: String) -> HTMLElement? {
    (try? Selector(css)).flatMap { page.first($0.xpath) }
  }

  func text(of source: StoreRule.Source, in element: HTMLElement) -> String? {
    let text = source.attribute.map { element.attribute($0) } ?? element.text
    guard let text = text?.trimmed, !text.isEmpty else { return nil }
    return text
  }
}

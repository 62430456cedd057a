/// Reads a schema.org product from JSON-LD.
enum JSONLD {
  /// The maximum number of scripts that are parsed.
  static let maximumScripts = 50

  static func offer(in page: HTMLPage) -> StructuredOffer {
    let scripts = page.elements("//script[contains(@type,'ld+json')]").prefix(maximumScripts)
    var breadcrumbs: [String] = []
    var offer = StructuredOffer(kind: "json-ld")
    var hasProduct = false
    for script in scripts {
      guard let value = LenientJSON(script.rawText) else { continue }
      for node in nodes(in: value) {
        if breadcrumbs.isEmpty, isNode(node, ofType: "BreadcrumbList") {
          breadcrumbs = breadcrumbPath(node)
        }
        if !hasProduct, isProduct(node) {
          hasProduct = true
          read(node, into: &offer)
        }
      }
    }
    if offer.category.isEmpty { offer.category = breadcrumbs }
    return offer
  }

  /// The value's objects, those of `@graph` and lists included, the outer ones first.
  ///
  /// Related products, such as similar ones, are excluded.
  private static func nodes(in value: LenientJSON) -> [LenientJSON] {
    var queue = value.elements
    var objects: [LenientJSON] = []
    var next = 0
    while next < queue.count, objects.count < 1000 {
      let node = queue[next]
      next += 1
      guard case .object = node else { continue }
      objects.append(node)
      for name in ["@graph", "mainEntity", "mainEntityOfPage", "itemOffered", "hasVariant"] {
        queue.append(contentsOf: node[name]?.elements ?? [])
      }
    }
    return objects
  }

  private static func isNode(_ node: LenientJSON, ofType type: String) -> Bool {
    node["@type"]?.elements.contains { $0.text?.split(separator: "/").last == type[...] } ?? false
  }

  private static func isProduct(_ node: LenientJSON) -> Bool {
    ["Product", "IndividualProduct", "ProductModel", "Book", "Vehicle", "SoftwareApplication"]
      .contains { isNode(node, ofType: $0) } && (node["offers"] != nil || node["name"] != nil)
  }

  private static func read(_ product: LenientJSON, into offer: inout StructuredOffer) {
    offer.name = product["name"]?.text
    offer.summary = product["description"]?.text
    offer.images = (product["image"]?.elements ?? []).compactMap {
      $0.text ?? $0["url"]?.text ?? $0["contentUrl"]?.text
    }
    offer.id = product["sku"]?.text ?? product["productID"]?.text ?? product["gtin13"]?.text
    if let category = product["category"]?.text {
      offer.category = category.split(separator: ">").map(\.trimmed).filter { !$0.isEmpty }
    }
    let offers = (product["offers"]?.elements ?? []).flatMap { $0["offers"]?.elements ?? [$0] }
    let aggregate = product["offers"]?.elements.first { $0["lowPrice"] != nil }
    let pricedOffers = offers.compactMap { candidate in price(of: candidate).map { (candidate, $0) }
    }
    // The first available offer: the shop's own choice among variants.
    let preferredOffer =
      pricedOffers.first { availability($0.0)?.canBeOrdered ?? true } ?? pricedOffers.first
    if let (node, price) = preferredOffer {
      read(node, price, into: &offer)
    } else if let aggregate, let price = price(of: aggregate, "lowPrice", "offers.lowPrice") {
      read(aggregate, (price, nil), into: &offer)
    }
    offer.availability = offer.availability ?? offers.first.flatMap(availability)
    offer.condition =
      offer.condition ?? product["itemCondition"]?.text.flatMap { .init(schema: $0) }
  }

  private typealias Amount = (text: String, isNumber: Bool, location: String)

  private static func read(
    _ node: LenientJSON, _ price: (Amount, currency: String?), into offer: inout StructuredOffer
  ) {
    offer.price = price.0
    offer.currency = price.currency ?? node["priceCurrency"]?.text
    offer.availability = availability(node)
    offer.condition = node["itemCondition"]?.text.flatMap { .init(schema: $0) }
    offer.seller = node["seller"]?["name"]?.text ?? node["seller"]?.text
  }

  private static func price(of node: LenientJSON) -> (Amount, currency: String?)? {
    if let amount = price(of: node, "price", "offers.price") { return (amount, nil) }
    let specifications = node["priceSpecification"]?.elements ?? []
    // The specifications may include a crossed-out price, which is not the current one.
    let currentPrices = specifications.filter { specification in
      let type = specification["priceType"]?.text ?? ""
      let isCrossedOut = ["ListPrice", "StrikethroughPrice", "SRP", "MSRP"].contains {
        type.hasSuffix($0)
      }
      return !isCrossedOut && specification["referenceQuantity"] == nil
    }
    for specification in currentPrices {
      if let amount = price(of: specification, "price", "offers.priceSpecification.price") {
        return (amount, specification["priceCurrency"]?.text)
      }
    }
    return nil
  }

  private static func price(of node: LenientJSON, _ name: String, _ location: String) -> Amount? {
    switch node[name] {
    case .string(let text) where !text.trimmed.isEmpty: (text, false, location)
    case .number(let text): (text, true, location)
    default: nil
    }
  }

  private static func availability(_ node: LenientJSON) -> Availability? {
    node["availability"]?.elements.first?.text.flatMap { .init(schema: $0) }
  }

  private static func breadcrumbPath(_ list: LenientJSON) -> [String] {
    (list["itemListElement"]?.elements ?? []).compactMap {
      $0["name"]?.text ?? $0["item"]?["name"]?.text
    }.dropLast().map { $0.trimmed }
  }
}

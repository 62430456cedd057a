/// The product of schema.org in `itemprop` attributes.
enum Microdata {
  /// The number of ancestors that are searched for a related product.
  ///
  /// NB: XPath's ancestor axis would visit all ancestors of each element, which takes hours for a
  /// page with hundreds of thousands of nested elements.
  private static let maximumAncestors = 256

  /// The maximum number of properties; a list page may have thousands, and the product's own come
  /// first.
  static let maximumProperties = 1000

  static func offer(in page: HTMLPage) -> StructuredOffer {
    var offer = StructuredOffer(kind: "microdata")
    let product = page.elements("//*[@itemscope and contains(@itemtype,'schema.org/Product')]")
      .prefix(maximumProperties).first { belongsToProduct($0) }
    let scope = product ?? page.root
    // One query for all properties: a query for each would visit every element again.
    let elements = page.elements(".//*[@itemprop]", below: scope).prefix(maximumProperties)
      .filter { belongsToProduct($0) }
    var properties: [String: [HTMLElement]] = [:]
    for element in elements {
      for name in (element.attribute("itemprop") ?? "").split(separator: " ") {
        properties[String(name), default: []].append(element)
      }
    }
    func value(_ property: String) -> (String, HTMLElement)? {
      for element in (properties[property] ?? []).prefix(10) {
        let text =
          element.attribute("content") ?? element.attribute("href") ?? element.attribute("src")
          ?? element.text
        if !text.trimmed.isEmpty { return (text, element) }
      }
      return nil
    }
    if let (text, element) = value("price") ?? value("lowPrice") {
      let isContent = element.attribute("content") != nil
      offer.price = (text, false, isContent ? "price@content" : "price")
    }
    offer.currency = value("priceCurrency")?.0
    offer.availability = value("availability").flatMap { .init(schema: $0.0) }
    offer.condition = value("itemCondition").flatMap { .init(schema: $0.0) }
    guard product != nil else { return offer }
    offer.name = value("name")?.0
    offer.summary = value("description")?.0
    offer.images = value("image").map { [$0.0] } ?? []
    offer.id = value("sku")?.0 ?? value("productID")?.0
    return offer
  }

  /// Whether an element belongs to the page's product, not to a related one.
  private static func belongsToProduct(_ element: HTMLElement) -> Bool {
    element.selfAndAncestors(maximumAncestors).allSatisfy { element in
      let property = element.attribute("itemprop")
      return property != "isRelatedTo" && property != "isSimilarTo"
    }
  }
}

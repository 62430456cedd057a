/// Open Graph and the `product:` properties, which shops provide for link previews.
enum OpenGraph {
  static func offer(in page: HTMLPage) -> StructuredOffer {
    var offer = StructuredOffer(kind: "og")
    var values: [String: [String]] = [:]
    for meta in page.elements("//meta[@property or @name]") {
      guard let name = meta.attribute("property") ?? meta.attribute("name"),
        let content = meta.attribute("content")
      else { continue }
      values[name.lowercased(), default: []].append(content)
    }
    // A page with a sale price has the regular price as well, so the sale price comes first.
    for name in ["product:sale_price:amount", "product:price:amount", "og:price:amount"] {
      guard let text = values[name]?.first(where: { !$0.isEmpty }) else { continue }
      offer.price = (text, false, name)
      let currency = name.replacing("amount", with: "currency")
      offer.currency = values[currency]?.first ?? values["product:price:currency"]?.first
      break
    }
    offer.availability = (values["product:availability"] ?? values["og:availability"])?.first
      .flatMap { Availability(schema: $0) }
    offer.condition = values["product:condition"]?.first.flatMap { .init(schema: $0) }
    offer.name = values["og:title"]?.first
    offer.summary = values["og:description"]?.first ?? values["description"]?.first
    offer.images = values["og:image"] ?? values["og:image:url"] ?? []
    offer.category =
      values["product:category"].map { $0.prefix(1).flatMap(Self.categoryPath) } ?? []
    offer.id = values["product:retailer_item_id"]?.first
    return offer
  }

  private static func categoryPath(_ text: String) -> [String] {
    text.split(separator: ">").map { $0.trimmed }.filter { !$0.isEmpty }
  }
}

extension StringProtocol {
  /// The text without white space at both ends.
  var trimmed: String {
    var result = self[...]
    while result.first?.isWhitespace == true { result = result.dropFirst() }
    while result.last?.isWhitespace == true { result = result.dropLast() }
    return String(result)
  }
}

internal import PriceDomain

/// A product's data in one kind of structured data, as unparsed text.
struct StructuredOffer {
  /// The kind: `og`, `json-ld`, `microdata`.
  let kind: String
  var price: (text: String, isNumber: Bool, location: String)?
  var currency: String?
  var availability: Availability?
  var condition: ItemCondition?
  var seller: String?
  var name: String?
  var summary: String?
  var images: [String] = []
  var category: [String] = []
  var id: String?
}

/// The availability of a product.
public enum Availability: String, Sendable, Codable, CaseIterable {
  /// Available.
  case inStock
  /// Available in limited quantity.
  case limited
  /// Available for pre-order.
  case preorder
  /// On back order.
  case backorder
  /// Unavailable.
  case outOfStock
  /// Discontinued.
  case discontinued

  /// Whether it can be ordered.
  public var canBeOrdered: Bool { self != .outOfStock && self != .discontinued }

  /// Maps schema.org's names, with or without their URL prefix, and those of Open Graph.
  init?(schema text: String) {
    let name = text.split(whereSeparator: { "/#".contains($0) }).last ?? ""
    switch name.lowercased().filter(\.isLetter) {
    case "instock", "onlineonly", "instoreonly", "available", "availablefororder": self = .inStock
    case "limitedavailability": self = .limited
    case "preorder", "presale": self = .preorder
    case "backorder", "madetoorder", "pending": self = .backorder
    case "outofstock", "soldout", "oos", "reserved": self = .outOfStock
    case "discontinued": self = .discontinued
    default: return nil
    }
  }
}

extension ItemCondition {
  /// Maps schema.org's names.
  init?(schema text: String) {
    let name = text.split(whereSeparator: { "/#".contains($0) }).last ?? ""
    switch name.lowercased().replacing("condition", with: "") {
    case "new": self = .new
    case "used", "damaged": self = .used
    case "refurbished": self = .refurbished
    default: return nil
    }
  }
}

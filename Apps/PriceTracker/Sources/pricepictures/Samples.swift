import FlowCore
import Foundation
import PriceClient
import PriceDomain

/// Products of a made-up shop.
enum Samples {
  static let languages: [Language] = [.english, .german]

  /// Prices in cents, from the earliest to the latest.
  private static let prices: [(id: Int64, name: String, cents: [Int64])] = [
    (1, "Aurora desk lamp", [4999, 4999, 4499, 4999, 3999, 4299, 3499]),
    (2, "Trail running shoes", [8900, 8900, 9900, 9900, 8500, 9400, 9900]),
    (3, "Espresso machine", [24_900, 22_900, 22_900, 19_900, 21_900, 19_900, 18_900]),
    (4, "Noise-cancelling headphones", [19_900, 17_900, 18_900, 17_900, 17_900, 17_900]),
  ]
  private static let secondsPerDay: Int64 = 86_400
  private static let start: Int64 = 1_795_000_000

  static var items: [ProductItem] {
    prices.map { sample in
      let cents = sample.cents
      return ProductItem(
        id: sample.id, name: sample.name, price: cents.last.map(euro),
        previous: cents.dropLast().last.map(euro), lowest: cents.min().map(euro),
        highest: cents.max().map(euro))
    }
  }

  static var snapshot: WidgetSnapshot {
    let products = zip(items, prices).map { item, sample in
      let periods = sample.cents.enumerated().map { index, cents in
        let first = start + Int64(index) * secondsPerDay
        return PeriodData(firstSeen: first, lastSeen: first + secondsPerDay - 1, price: euro(cents))
      }
      return WidgetSnapshot.Product(item, PriceChart(periods.reversed()))
    }
    return WidgetSnapshot(at: Timestamp(start), containsTrackedProducts: true, products: products)
  }

  static var product: ProductData {
    get throws {
      let json = """
        {"id": 1, "store": "shop", "url": "https://shop.example/1", "name": "Aurora desk lamp",
         "category": ["Home", "Lighting"], "description": "", "variant": [], "images": [],
         "price": {"minorUnits": 3499, "currency": "EUR"},
         "previous": {"minorUnits": 4299, "currency": "EUR"},
         "lowest": {"minorUnits": 3499, "currency": "EUR"},
         "highest": {"minorUnits": 4999, "currency": "EUR"},
         "stock": "inStock", "trackers": 3, "added": 1}
        """
      return try JSONDecoder().decode(ProductData.self, from: Data(json.utf8))
    }
  }

  private static func euro(_ cents: Int64) -> Price { Price(cents, .euro) }
}

/// The models as the data of drawn screens.
enum PictureData {
  static func widget(_ content: WidgetContent) -> JSON {
    [
      "title": .string(content.title), "invitation": .string(content.invitation ?? ""),
      "items": .array(
        content.items.map { item in
          [
            "id": .number(JSONNumber(Int(item.id))), "name": .string(item.name),
            "price": .string(item.price), "trend": .string(item.trend.rawValue),
            "symbol": .string(item.symbol), "change": .string(item.change),
            "range": .string(item.range ?? ""), "label": .string(item.label),
            "points": .array(item.points.compactMap(point)),
          ]
        }),
    ]
  }

  static func sections(_ language: Language) -> JSON {
    [
      "sections": .array(
        WatchSection.allCases.map {
          ["id": .string($0.rawValue), "title": .string($0.title(in: language))]
        })
    ]
  }

  static func list(_ items: [ProductItem], _ language: Language) -> JSON {
    let rows = items.map { WatchRow($0, in: language) }
    return [
      "title": .string(WatchSection.tracked.title(in: language)), "emptyText": "",
      "rows": .array(
        rows.map { row in
          [
            "id": .number(JSONNumber(Int(row.id))), "name": .string(row.name),
            "price": .string(row.price), "trend": .string(row.trend.rawValue),
            "symbol": .string(row.symbol),
          ]
        }),
    ]
  }

  static func product(_ product: WatchProduct, _ language: Language) -> JSON {
    let texts = WatchTexts(language)
    return [
      "name": .string(product.name), "category": .string(product.category),
      "price": .string(product.price), "discount": .string(product.discount ?? ""),
      "hasDiscount": .bool(product.discount != nil), "lowest": .string(product.lowest),
      "highest": .string(product.highest), "lowestTitle": .string(texts.lowest),
      "highestTitle": .string(texts.highest),
    ]
  }

  private static func point(_ point: PriceChart.Point) -> JSON? {
    JSONNumber(point.amount).map {
      ["at": .string("\(point.at.seconds)"), "price": .number($0)]
    }
  }
}

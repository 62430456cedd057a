import FlowCore
import PriceDomain
import PriceStore

/// The JSON of products that the screens bind to.
struct ProductJSON: Sendable {
  let texts: PriceTexts

  /// Returns an item of a list.
  func item(_ product: ProductSummary) -> JSON {
    let change = texts.change(from: product.previous, to: product.price)
    let soldOut = SiteText("Sold out", "Ausverkauft").text(texts.language)
    return [
      "id": .number(JSONNumber(Int(product.id))), "name": .string(product.name),
      "category": .string(product.category), "hasCategory": .bool(!product.category.isEmpty),
      "image": .string(product.image ?? ""), "hasImage": .bool(product.image != nil),
      "price": .string(
        product.stock == .outOfStock ? soldOut : texts.price(product.price)),
      "trend": .string(change.trend), "change": .string(change.text),
    ]
  }

  func items(_ products: [ProductSummary]) -> JSON { .array(products.map(item)) }

  /// Returns the data of a product's screen, except the visitor's tracking.
  func product(_ product: ProductRecord, _ periods: [PricePeriod]) -> JSONObject {
    let (facts, history) = (product.facts, product.history)
    let change = texts.change(from: history.previous, to: history.current)
    let state = staleReason(history)
    let pricedPeriods = periods.filter { $0.price != nil }
    // Amounts in different currencies have no common axis.
    let chartedPeriods = pricedPeriods.filter { $0.price?.currency == history.current?.currency }
    return [
      "name": .string(facts.name), "price": .string(texts.price(history.current)),
      "currency": .string(history.current?.currency.code ?? "EUR"),
      "trend": .string(change.trend), "change": .string(change.text),
      "state": .string(state ?? ""), "hasState": .bool(state != nil),
      "url": .string(facts.url), "description": .string(facts.description),
      "path": .string(facts.categoryPath.joined(separator: " › ")),
      "store": .string(facts.host),
      "hasImages": .bool(!facts.images.isEmpty),
      "images": .array(
        facts.images.enumerated().map { index, url in
          let picture = SiteText("Picture", "Bild").text(texts.language)
          return [
            "url": .string(url), "alt": .string("\(facts.name), \(picture) \(index + 1)"),
          ]
        }),
      "trackers": .string(texts.userCount(product.trackers)),
      "lowest": .string(texts.price(history.lowest?.price)),
      "highest": .string(texts.price(history.highest?.price)),
      "hasRange": .bool(history.lowest != nil && history.highest != nil),
      "chart": .array(chartedPeriods.reversed().flatMap(points)),
      "summary": .string(summary(chartedPeriods, history)),
      "history": .array(rows(pricedPeriods)),
    ]
  }

  /// Returns why the price may not be the shop's current one; nil if it is up to date.
  private func staleReason(_ history: PriceHistory) -> String? {
    if history.stock == .outOfStock {
      return SiteText(
        "Currently unavailable; this was the last price.",
        "Zurzeit nicht lieferbar; das war der letzte Preis."
      ).text(texts.language)
    }
    guard history.failures > 0, let last = history.lastSuccess else { return nil }
    let time = texts.time(last)
    return SiteText(
      "The shop’s page has not been readable since \(time); this is the price from then.",
      "Die Seite des Shops konnte seit \(time) nicht gelesen werden; "
        + "das ist der Preis von damals."
    ).text(texts.language)
  }

  /// Returns the chart points of a period: its start and end, at the same price.
  private func points(_ period: PricePeriod) -> [JSON] {
    guard let price = period.price, let number = JSONNumber(Self.amount(price)) else { return [] }
    let times =
      period.firstSeen == period.lastSeen
      ? [period.firstSeen] : [period.firstSeen, period.lastSeen]
    return times.map { ["at": .string(texts.shortTime($0)), "price": .number(number)] }
  }

  private static func amount(_ price: Price) -> Double {
    Double(price.minorUnits) / Double(price.currency.minorUnitsPerUnit)
  }

  private func summary(_ chartedPeriods: [PricePeriod], _ history: PriceHistory) -> String {
    guard let first = chartedPeriods.last, let last = chartedPeriods.first,
      let lowest = history.lowest,
      let highest = history.highest
    else {
      return SiteText("There is no price yet.", "Noch gibt es keinen Preis.").text(texts.language)
    }
    guard chartedPeriods.count > 1 else {
      let price = texts.price(last.price)
      return SiteText(
        "\(price) since \(texts.time(first.firstSeen)).",
        "\(price) seit \(texts.time(first.firstSeen))."
      ).text(texts.language)
    }
    let (from, to) = (texts.price(first.price), texts.price(last.price))
    let (low, high) = (texts.price(lowest.price), texts.price(highest.price))
    return SiteText(
      "From \(from) (\(texts.time(first.firstSeen))) to \(to) (\(texts.time(last.lastSeen))); "
        + "lowest \(low), highest \(high).",
      "Von \(from) (\(texts.time(first.firstSeen))) auf \(to) (\(texts.time(last.lastSeen))); "
        + "Tiefstpreis \(low), Höchstpreis \(high)."
    ).text(texts.language)
  }

  private func rows(_ pricedPeriods: [PricePeriod]) -> [JSON] {
    pricedPeriods.enumerated().map { index, period in
      let previousPrice =
        pricedPeriods.indices.contains(index + 1) ? pricedPeriods[index + 1].price : nil
      let change = texts.change(from: previousPrice, to: period.price)
      return [
        "at": .number(JSONNumber(Int(period.firstSeen.seconds))),
        "when": .string(texts.time(period.firstSeen)), "price": .string(texts.price(period.price)),
        "trend": .string(previousPrice == nil ? "first" : change.trend),
        "change": .string(change.text),
      ]
    }
  }
}

internal import PriceDomain

extension FieldReader {
  /// Reads the price by the store's rule, then from the structured data in the order of `offers`,
  /// and the list price by the store's rule.
  func readOffer(
    into product: inout ProductPage, _ offers: [StructuredOffer], defaultCurrency: Currency?
  ) {
    let pageCurrency = sources(of: "currency").lazy.compactMap { source in
      firstElement(of: source).flatMap { text(of: source, in: $0) }.flatMap { Currency($0) }
    }.first
    // NB: a site shows visitors from abroad their own currency, so the page's currency is used, not
    // the host's.
    let defaultCurrency = pageCurrency ?? defaultCurrency
    for source in sources(of: "price") {
      guard let price = price(source, defaultCurrency, &product.rejectedPrices) else { continue }
      product.price = SourcedValue(value: price, source: location(of: source))
      if let condition = source.condition {
        product.condition = SourcedValue(value: condition, source: location(of: source))
      }
      break
    }
    for source in sources(of: "listPrice") {
      var ignored: [String: PriceTextError] = [:]
      guard let price = price(source, defaultCurrency, &ignored) else { continue }
      product.listPrice = SourcedValue(value: price, source: location(of: source))
      break
    }
    for offer in offers where product.price == nil {
      product.price = price(offer, defaultCurrency, &product.rejectedPrices)
    }
  }

  private func price(
    _ source: StoreRule.Source, _ defaultCurrency: Currency?,
    _ rejected: inout [String: PriceTextError]
  ) -> Price? {
    guard let element = firstElement(of: source) else { return nil }
    do throws(PriceTextError) {
      if source.whole != nil { return try assembledPrice(source, in: element, defaultCurrency) }
      guard let text = text(of: source, in: element) else { return nil }
      if source.isMachineReadable == true {
        guard let defaultCurrency else { throw .noCurrency }
        return try requirePositive(
          PriceParser().price(machineReadable: text, currency: defaultCurrency))
      }
      return try requirePositive(PriceParser(defaultCurrency: defaultCurrency).price(in: text))
    } catch {
      rejected[location(of: source)] = error
      return nil
    }
  }

  /// A price whose whole units and cents are in separate elements.
  private func assembledPrice(
    _ source: StoreRule.Source, in element: HTMLElement, _ defaultCurrency: Currency?
  ) throws(PriceTextError) -> Price? {
    func text(_ css: String?) -> String? {
      css.flatMap { try? Selector($0) }
        .flatMap { page.first($0.relativeXPath, below: element) }?.text
    }
    guard let integerText = text(source.whole) else { return nil }
    // The whole units end with the decimal separator, in any notation.
    let digits = integerText.unicodeScalars.filter { $0.properties.numericType == .decimal }
    let units = String(String.UnicodeScalarView(digits))
    guard !units.isEmpty else { return nil }
    let cents = text(source.fraction)?.trimmed ?? ""
    let number = cents.isEmpty ? units : "\(units).\(cents)"
    let currency: Currency
    if let symbol = text(source.symbol), !symbol.isEmpty {
      currency = try PriceParser(defaultCurrency: defaultCurrency).price(in: "\(symbol)1").currency
    } else if let defaultCurrency {
      currency = defaultCurrency
    } else {
      throw .noCurrency
    }
    return try requirePositive(
      PriceParser().price(machineReadable: number, currency: currency, isNumber: true))
  }

  private func price(
    _ offer: StructuredOffer, _ defaultCurrency: Currency?,
    _ rejected: inout [String: PriceTextError]
  ) -> SourcedValue<Price>? {
    guard let amount = offer.price else { return nil }
    let location = "\(offer.kind): \(amount.location)"
    do throws(PriceTextError) {
      let currency = offer.currency.flatMap { Currency($0.trimmed) } ?? defaultCurrency
      let price: Price
      if let currency {
        price = try PriceParser().price(
          machineReadable: amount.text, currency: currency, isNumber: amount.isNumber)
      } else {
        price = try PriceParser().price(in: amount.text)
      }
      return SourcedValue(value: try requirePositive(price), source: location)
    } catch {
      rejected[location] = error
      return nil
    }
  }

  /// Rejects a price of zero, which pages have in place of a missing price.
  private func requirePositive(_ price: Price) throws(PriceTextError) -> Price {
    guard price.minorUnits > 0 else { throw .noNumber }
    return price
  }
}

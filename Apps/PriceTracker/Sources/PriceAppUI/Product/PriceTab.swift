#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The chart, the lowest and highest prices, what the user is notified of, and the history.
  struct PriceTab: View {
    let product: ProductData
    let model: ProductModel
    let session: AppSession
    let editRule: @MainActor () -> Void

    var body: some View {
      let texts = session.texts
      VStack(alignment: .leading, spacing: 16) {
        OperationError(operation: model.operation, texts: texts)
        if let staleReason = ProductTexts(texts.language).staleReason(product) {
          Text(staleReason).foregroundStyle(Palette.muted)
        }
        LoaderView(loader: model.chart, texts: texts, retry: { await model.load() }) { chart in
          PriceChartView(chart: chart, name: product.name, texts: texts)
          extremes(chart)
          if let tracking = product.tracking { rule(tracking) }
          history(chart)
        }
      }
    }

    private func extremes(_ chart: PriceChart) -> some View {
      let prices = ProductTexts(session.texts.language)
      return HStack {
        LabeledContent(session.texts(.productLowest), value: prices.price(chart.lowest))
        LabeledContent(session.texts(.productHighest), value: prices.price(chart.highest))
      }
    }

    private func rule(_ tracking: ProductData.Tracking) -> some View {
      VStack(alignment: .leading, spacing: 4) {
        Text(session.texts(.productRule)).font(.headline).accessibilityAddTraits(.isHeader)
        ForEach(tracking.explanation, id: \.self) { sentence in Text(sentence) }
        Button(session.texts(.productEdit), action: editRule).buttonStyle(.bordered)
      }
    }

    private func history(_ chart: PriceChart) -> some View {
      let prices = ProductTexts(session.texts.language)
      return VStack(alignment: .leading, spacing: 8) {
        Text(session.texts(.productHistory)).font(.headline).accessibilityAddTraits(.isHeader)
        ForEach(chart.rows) { row in
          HStack {
            Text(prices.time(row.start))
            Spacer()
            Text(prices.price(row.price, row.price == nil ? .outOfStock : .inStock))
            Text(row.symbol(in: session.texts.language))
              .foregroundStyle(Palette.color(row.trend))
          }
          .accessibilityElement(children: .combine)
        }
      }
    }
  }
#endif

#if canImport(SwiftUI) && canImport(WatchConnectivity)
  import Foundation
  import PriceClient
  import PriceDomain
  public import SwiftUI

  /// The watch app; the project's own target only calls `PriceWatchApp.main()`.
  public struct PriceWatchApp: App {
    @State private var model: WatchModel?

    /// Creates the app.
    public init() {}

    /// The three sections.
    public var body: some Scene {
      WindowGroup {
        ZStack {
          if let model { WatchHome(model: model) } else { ProgressView() }
        }
        .task { if model == nil { model = await WatchModel.device() } }
      }
    }
  }

  /// The three sections of the watch.
  struct WatchHome: View {
    let model: WatchModel
    @State private var path: [WatchDestination] = []

    var body: some View {
      NavigationStack(path: $path) {
        List {
          ForEach(model.sections) { section in
            Button(section.title(in: model.language)) { path.append(.section(section)) }
          }
        }
        .navigationTitle("Price Tracker")
        .navigationDestination(for: WatchDestination.self) { destination in
          switch destination {
          case .section(let section):
            WatchList(model: model, section: section) { path.append(.product($0)) }
          case .product(let id): WatchProductView(model: model, id: id)
          }
        }
      }
    }
  }

  /// The navigation destinations of the watch.
  enum WatchDestination: Hashable {
    case section(WatchSection)
    case product(Int64)
  }

  /// The products of a section.
  struct WatchList: View {
    let model: WatchModel
    let section: WatchSection
    let open: (Int64) -> Void

    var body: some View {
      List {
        ForEach(model.rows(of: section)) { row in
          Button {
            open(row.id)
          } label: {
            HStack {
              VStack(alignment: .leading) {
                Text(row.name).lineLimit(1...2)
                Text(row.price).font(.headline)
              }
              Spacer()
              Text(row.symbol).foregroundStyle(WatchColor.color(row.trend))
            }
          }
          .accessibilityElement(children: .ignore)
          .accessibilityLabel(Text(row.label))
        }
        if let message = model.message(of: section) {
          Text(message).foregroundStyle(Color.secondary)
        }
      }
      .navigationTitle(section.title(in: model.language))
      .task { await model.load(section) }
    }
  }

  /// A product.
  struct WatchProductView: View {
    let model: WatchModel
    let id: Int64

    var body: some View {
      ScrollView {
        VStack(alignment: .leading, spacing: 8) {
          if let product = model.product(id) {
            Text(product.name).font(.headline).accessibilityAddTraits(.isHeader)
            Text(product.category).font(.caption).foregroundStyle(Color.secondary)
            Text(product.price).font(.title)
            if let discount = product.discount {
              Text(verbatim: "▼ \(discount)").foregroundStyle(Color.green)
            }
            LabeledContent(model.texts.lowest, value: product.lowest)
            LabeledContent(model.texts.highest, value: product.highest)
            ForEach(product.images, id: \.self) { url in
              AsyncImage(url: url) { image in
                image.resizable().aspectRatio(contentMode: .fit)
              } placeholder: {
                ProgressView()
              }
              .accessibilityHidden(true)
            }
          } else if let message = model.productMessage {
            Text(message).foregroundStyle(Color.secondary)
          } else {
            ProgressView()
          }
        }
      }
      .task { await model.loadProduct(id) }
    }
  }

  /// The colors of the symbols.
  enum WatchColor {
    static func color(_ trend: PriceChange.Trend) -> Color {
      switch trend {
      case .down: .green
      case .up: .red
      case .flat: .orange
      }
    }
  }
#endif

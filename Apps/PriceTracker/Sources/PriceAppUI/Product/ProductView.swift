#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// A product: price, detail and comments; on wide screens the price stays beside the others.
  struct ProductView: View {
    let proxy: ScreenProxy<ProductScreen>
    let session: AppSession
    @State private var model: ProductModel
    @State private var tab: ProductModel.Tab
    @SwiftUI.Environment(\.horizontalSizeClass) private var width
    @SwiftUI.Environment(\.openURL) private var openURL

    init(proxy: ScreenProxy<ProductScreen>, session: AppSession) {
      (self.proxy, self.session) = (proxy, session)
      let id = Int64(proxy.outputs.productID ?? 0)
      _model = State(initialValue: ProductModel(session.api, id: id))
      _tab = State(initialValue: session.initialTab(of: id))
    }

    var body: some View {
      ZStack {
        if width == .regular {
          HStack(alignment: .top, spacing: 24) {
            tabContent(.price)
            VStack {
              tabPicker(wideTabs, $tab)
              tabContent(tab == .price ? .detail : tab)
            }
          }
        } else {
          VStack {
            tabPicker(ProductModel.Tab.allCases, $tab)
            tabContent(tab)
          }
        }
      }
      .navigationTitle(model.product.value?.name ?? "")
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          HStack {
            shareButton
            actionMenu
          }
        }
      }
      .safeAreaInset(edge: .bottom) { shopBar }
      .task(id: session.isSignedIn) {
        session.commentedProduct = nil
        await model.load()
      }
      .refreshable { await model.load() }
    }

    private let wideTabs: [ProductModel.Tab] = [.detail, .comments]

    private func tabPicker(
      _ tabs: [ProductModel.Tab], _ selection: Binding<ProductModel.Tab>
    ) -> some View {
      Picker(selection: selection) {
        ForEach(tabs) { tab in Text(session.texts(tab.title)).tag(tab) }
      } label: {
        EmptyView()
      }
      .pickerStyle(.segmented)
      .padding(.horizontal, 16)
    }

    private func tabContent(_ tab: ProductModel.Tab) -> some View {
      ScrollView {
        LoaderView(
          loader: model.product, texts: session.texts, retry: { await model.load() }
        ) { product in
          switch tab {
          case .price:
            PriceTab(product: product, model: model, session: session) { proxy.fire(.rule) }
          case .detail: DetailTab(product: product, texts: session.texts)
          case .comments: CommentsTab(model: model, session: session, proxy: proxy)
          }
        }
        .padding(16)
      }
    }

    @ViewBuilder private var shareButton: some View {
      if let url = session.api.productURL(model.id) {
        ShareLink(item: url) {
          Label(session.texts(AppOnlyText.share), systemImage: "square.and.arrow.up")
        }
      }
    }

    /// The actions: track, change the rule, stop tracking.
    private var actionMenu: some View {
      Menu {
        if model.isTracked {
          Button(session.texts(.productEdit)) { proxy.fire(.rule) }
          Button(session.texts(.productStop)) {
            Task {
              await model.untrack()
              await session.updateSharedData()
            }
          }
        } else if session.isSignedIn {
          Button(session.texts(.productTrack)) { Task { await track() } }
        } else {
          Button(session.texts(.productTrackGuest)) { proxy.fire(.logIn) }
        }
      } label: {
        Label(session.texts(AppOnlyText.more), systemImage: "ellipsis.circle")
      }
      .disabled(model.product.value == nil || model.operation.isRunning)
    }

    /// The price and the link to the shop, which are always in view.
    private var shopBar: some View {
      HStack {
        if let product = model.product.value {
          VStack(alignment: .leading) {
            Text(ProductTexts(session.texts.language).price(product.price?.price)).font(.headline)
            ChangeLabel(change: product.change, texts: session.texts)
          }
          Spacer()
          Button(session.texts(AppOnlyText.openShop)) {
            if let url = URL(https: product.url) { openURL(url) }
          }
          .buttonStyle(.borderedProminent)
        }
      }
      .padding(12)
      .background(Palette.bar)
    }

    private func track() async {
      guard await model.track() else { return }
      proxy.fire(.tracked)
      await session.updateSharedData()
    }
  }
#endif

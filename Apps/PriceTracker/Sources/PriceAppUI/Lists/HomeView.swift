#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The home screen.
  struct HomeView: View {
    let home: ScreenProxy<HomeScreen>
    let session: AppSession
    @State private var model: HomeModel

    init(home: ScreenProxy<HomeScreen>, session: AppSession) {
      (self.home, self.session) = (home, session)
      _model = State(initialValue: HomeModel(session.api))
    }

    var body: some View {
      let texts = session.texts
      ScrollView {
        VStack(alignment: .leading, spacing: 24) {
          if session.isSignedIn { lastTracked } else { invitation }
          Shelf(
            title: texts(.listMostTracked), items: model.mostTracked,
            emptyText: texts(.listNone), texts: texts, seeAll: { seeAll() },
            open: { open($0) }, retry: { await load() })
          categories
        }
        .padding(16)
      }
      .navigationTitle(texts(.tabHome))
      .task(id: session.isSignedIn) { await load() }
      .refreshable { await load() }
    }

    /// One product at a time, swiped sideways.
    private var lastTracked: some View {
      VStack(alignment: .leading, spacing: 8) {
        HStack {
          Text(session.texts(.homeLast)).font(.headline).accessibilityAddTraits(.isHeader)
          Spacer()
          Button(session.texts(.seeAll)) { home.fire(.tracking) }
        }
        LoaderView(
          loader: model.lastTracked, texts: session.texts, retry: { await load() }
        ) { products in
          if products.isEmpty {
            Text(session.texts(.homeNoneTracked)).foregroundStyle(Palette.muted)
          } else {
            TabView {
              ForEach(products) { item in
                ProductRow(item: item, texts: session.texts) { open(item) }.padding(16)
              }
            }
            .tabViewStyle(.page)
            .frame(minHeight: 160)
          }
        }
      }
    }

    private var invitation: some View {
      VStack(alignment: .leading, spacing: 8) {
        Text(session.texts(.homeInvite)).font(.headline)
        Text(session.texts(.homeInviteText)).foregroundStyle(Palette.muted)
        HStack {
          Button(session.texts(.logIn)) { home.fire(.logIn) }.buttonStyle(.borderedProminent)
          Button(session.texts(.register)) { home.fire(.register) }.buttonStyle(.bordered)
        }
      }
    }

    /// Shortcuts to the most tracked products of a category.
    private var categories: some View {
      LoaderView(loader: model.categories, texts: session.texts, retry: { await load() }) { all in
        if !all.isEmpty {
          Text(session.texts(.homeCategories)).font(.headline).accessibilityAddTraits(.isHeader)
          ScrollView(.horizontal) {
            HStack {
              ForEach(all) { category in
                Button(category.name) { seeAll([category.name]) }.buttonStyle(.bordered)
              }
            }
          }
        }
      }
    }

    private func load() async { await model.load(isSignedIn: session.isSignedIn) }

    private func open(_ item: ProductItem) {
      home.fire(.product, output: PriceOutputs(product: item.id))
    }

    private func seeAll(_ categories: [String] = []) {
      let list = ListName.mostTracked.rawValue
      home.fire(.seeAll, output: PriceOutputs(list: list, categories: categories))
    }
  }

  /// The three sections of suggestions.
  struct ExploreView: View {
    let explore: ScreenProxy<ExploreScreen>
    let session: AppSession
    @State private var model: ExploreModel

    init(explore: ScreenProxy<ExploreScreen>, session: AppSession) {
      (self.explore, self.session) = (explore, session)
      _model = State(initialValue: ExploreModel(session.api))
    }

    var body: some View {
      ScrollView {
        VStack(alignment: .leading, spacing: 24) {
          ForEach(model.sections) { section in
            Shelf(
              title: session.texts(section.title), items: section.items,
              emptyText: session.texts(section.emptyText), texts: session.texts,
              seeAll: {
                explore.fire(.seeAll, output: PriceOutputs(list: section.list.rawValue))
              },
              open: { explore.fire(.product, output: PriceOutputs(product: $0.id)) },
              retry: { await model.load() })
          }
        }
        .padding(16)
      }
      .navigationTitle(session.texts(.tabExplore))
      .task { await model.load() }
      .refreshable { await model.load() }
    }
  }
#endif

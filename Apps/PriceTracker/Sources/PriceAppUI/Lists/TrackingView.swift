#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The tracked products with a search, or an invitation to log in.
  struct TrackingView: View {
    let tracking: ScreenProxy<TrackingScreen>
    let session: AppSession
    @State private var model: TrackingModel

    init(tracking: ScreenProxy<TrackingScreen>, session: AppSession) {
      (self.tracking, self.session) = (tracking, session)
      _model = State(initialValue: TrackingModel(session.api))
    }

    var body: some View {
      ZStack {
        if session.isSignedIn { products } else { invitation }
      }
      .navigationTitle(session.texts(.trackingTitle))
    }

    private var products: some View {
      PagedList(
        pages: model.pages,
        emptyText: model.shownSearch.isEmpty
          ? session.texts(.homeNoneTracked) : session.texts(AppOnlyText.noneFound),
        texts: session.texts, onItemAppear: { await model.itemDidAppear($0) },
        retry: { await model.loadMore() },
        open: { tracking.fire(.product, output: PriceOutputs(product: $0.id)) }
      )
      .searchable(text: $model.search, prompt: Text(session.texts(.trackingSearch)))
      .task(id: model.search) { await model.searchDidChange() }
      .task { await model.refresh() }
      .refreshable { await model.refresh() }
    }

    private var invitation: some View {
      VStack(spacing: 16) {
        Text(session.texts(.trackingInvite)).font(.title).accessibilityAddTraits(.isHeader)
        Text(session.texts(.trackingInviteText)).foregroundStyle(Palette.muted)
        Button(session.texts(.logIn)) { tracking.fire(.logIn) }.buttonStyle(.borderedProminent)
        Button(session.texts(.register)) { tracking.fire(.register) }.buttonStyle(.bordered)
      }
      .padding(24)
    }
  }

  /// A list that loads its next page when one of the last items is shown.
  struct PagedList: View {
    let pages: Pages<ProductItem>
    let emptyText: String
    let texts: AppTexts
    let onItemAppear: (ProductItem) async -> Void
    let retry: () async -> Void
    let open: @MainActor (ProductItem) -> Void

    var body: some View {
      List {
        ForEach(pages.items) { item in
          ProductRow(item: item, texts: texts) { open(item) }
            .task { await onItemAppear(item) }
        }
        switch pages.state {
        case .loading: LoadingView(texts: texts)
        case .failed(let error): FailureView(error: error, texts: texts, retry: retry)
        case .complete where pages.items.isEmpty: Text(emptyText).foregroundStyle(Palette.muted)
        case .complete, .ready: EmptyView()
        }
      }
    }
  }

  /// All products of a list, filtered by categories.
  struct SeeAllView: View {
    let seeAll: ScreenProxy<SeeAllScreen>
    let session: AppSession
    @State private var model: SeeAllModel
    @State private var showsFilter = false

    init(seeAll: ScreenProxy<SeeAllScreen>, session: AppSession) {
      (self.seeAll, self.session) = (seeAll, session)
      let outputs = seeAll.outputs
      _model = State(
        initialValue: SeeAllModel(
          session.api, list: outputs.list, categories: outputs.categories ?? []))
    }

    var body: some View {
      PagedList(
        pages: model.pages,
        emptyText: session.texts(model.emptyText),
        texts: session.texts, onItemAppear: { await model.itemDidAppear($0) },
        retry: { await model.loadMore() },
        open: { seeAll.fire(.product, output: PriceOutputs(product: $0.id)) }
      )
      .navigationTitle(session.texts(model.title))
      .toolbar {
        ToolbarItem(placement: .primaryAction) {
          Button {
            showsFilter = true
          } label: {
            Label(
              session.texts(.filterTitle), systemImage: "line.3.horizontal.decrease.circle")
          }
        }
      }
      .sheet(isPresented: $showsFilter) {
        CategoryFilter(model: model, texts: session.texts) { showsFilter = false }
      }
      .task { await model.loadMore() }
      .refreshable { await model.refresh() }
    }
  }

  /// A choice of categories, which the button at the top applies.
  struct CategoryFilter: View {
    let model: SeeAllModel
    let texts: AppTexts
    let close: @MainActor () -> Void
    @State private var chosenCategories: Set<String>

    init(model: SeeAllModel, texts: AppTexts, close: @escaping @MainActor () -> Void) {
      (self.model, self.texts, self.close) = (model, texts, close)
      _chosenCategories = State(initialValue: model.chosenCategories)
    }

    var body: some View {
      VStack(spacing: 0) {
        HStack {
          Button(texts(.cancel), action: close)
          Spacer()
          Text(texts(.filterTitle)).font(.headline).accessibilityAddTraits(.isHeader)
          Spacer()
          Button(texts(.filterApply)) {
            close()
            let chosenCategories = chosenCategories
            Task { await model.applyFilter(chosenCategories) }
          }
        }
        .padding(16)
        List {
          LoaderView(
            loader: model.categories, texts: texts, retry: { await model.loadCategories() }
          ) { categories in
            ForEach(categories) { category in
              Toggle(isOn: isChosen(category.name)) {
                Text(verbatim: "\(category.name) (\(category.products))")
              }
            }
          }
        }
      }
      .task { await model.loadCategories() }
    }

    private func isChosen(_ name: String) -> Binding<Bool> {
      Binding { @MainActor in
        chosenCategories.contains(name)
      } set: { @MainActor isOn in
        if isOn { chosenCategories.insert(name) } else { chosenCategories.remove(name) }
      }
    }
  }
#endif

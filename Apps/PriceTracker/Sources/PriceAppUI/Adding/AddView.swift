#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The embedded shop, and the button that adds the product of its page.
  struct AddView: View {
    let add: ScreenProxy<AddScreen>
    let session: AppSession
    @State private var model: AddModel
    @State private var pageProvider = ShopWebView.PageProvider()

    init(add: ScreenProxy<AddScreen>, session: AppSession) {
      (self.add, self.session) = (add, session)
      _model = State(
        initialValue: AddModel(
          session.api, policy: .amazon(region: Locale.current.region?.identifier),
          url: add.outputs.url))
    }

    var body: some View {
      let texts = session.texts
      VStack(spacing: 0) {
        ShopWebView(model: model, pageProvider: pageProvider)
        VStack(spacing: 8) {
          OperationError(operation: model.operation, texts: texts)
          if model.page != nil, !model.canAdd, !model.operation.isRunning {
            Text(texts(AppOnlyText.notProduct)).font(.caption).foregroundStyle(Palette.muted)
          }
          Button {
            Task { await addProduct() }
          } label: {
            if model.operation.isRunning {
              LoadingView(texts: texts)
            } else {
              Text(texts(model.title(isSignedIn: session.isSignedIn)))
                .frame(maxWidth: .infinity, minHeight: 44)
            }
          }
          .buttonStyle(.borderedProminent)
          .disabled(!model.canAdd)
        }
        .padding(12)
      }
      .navigationTitle(texts(.addTitle))
    }

    private func addProduct() async {
      guard let id = await model.add(html: { await pageProvider.html() }) else { return }
      add.fire(.added, output: PriceOutputs(product: id))
      await session.updateSharedData()
    }
  }
#endif

#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI
  import UIKit

  /// The user's webhook: its URL, whether it works, and the key of its signatures.
  struct WebhookView: View {
    let proxy: ScreenProxy<WebhookScreen>
    let session: AppSession
    @State private var model: WebhookModel
    @State private var showsKey = false

    init(proxy: ScreenProxy<WebhookScreen>, session: AppSession) {
      (self.proxy, self.session) = (proxy, session)
      _model = State(initialValue: WebhookModel(session.api))
    }

    var body: some View {
      let texts = session.texts
      Form {
        Text(texts(.webhookText)).foregroundStyle(Palette.muted)
        LoaderView(loader: model.webhook, texts: texts, retry: { await model.load() }) { webhook in
          if let url = webhook.url {
            details(url, webhook)
          } else {
            form
          }
        }
        OperationError(operation: model.operation, texts: texts)
      }
      .navigationTitle(texts(.webhookTitle))
      .task { await model.load() }
      .task(id: model.isPending) { await pollResult() }
    }

    @ViewBuilder private func details(_ url: String, _ webhook: WebhookData) -> some View {
      let texts = session.texts
      Text(url).font(.headline)
      Text(webhook.state(in: ProductTexts(texts.language)))
        .foregroundStyle(webhook.lastDelivery?.isFailing == true ? Color.red : Palette.muted)
      Button(texts(.devicesTest)) { Task { await model.sendTest() } }
        .buttonStyle(.borderless)
      Button(texts(.devicesRemove)) { proxy.fire(.remove) }
        .buttonStyle(.borderless)
      Text(texts(.webhookCheck)).font(.headline).accessibilityAddTraits(.isHeader)
      Text(texts(.webhookCheckText)).foregroundStyle(Palette.muted)
      DisclosureGroup(isExpanded: $showsKey) {
        Text(webhook.secret ?? "").fontDesign(.monospaced).textSelection(.enabled)
      } label: {
        Text(texts(.webhookKey))
      }
    }

    @ViewBuilder private var form: some View {
      let texts = session.texts
      Text(texts(.webhookNone)).font(.headline)
      TextField(texts(.webhookURL), text: $model.url)
        .keyboardType(.URL)
        .textContentType(.URL)
        .textInputAutocapitalization(.never)
        .autocorrectionDisabled()
      Text(texts(.webhookHint)).font(.caption).foregroundStyle(Palette.muted)
      Button(texts(.webhookAdd)) { Task { if await model.add() { proxy.fire(.added) } } }
        .buttonStyle(.borderless)
        .disabled(!model.canAdd)
    }

    /// Loads the result of a notification that is being sent, while there is a connection.
    private func pollResult() async {
      let webhook = model.webhook
      while model.isPending, webhook.error == nil, webhook.cachedAt == nil, !Task.isCancelled {
        try? await Task.sleep(for: .seconds(2))
        await model.load()
      }
    }
  }

  /// The screen that asks for confirmation, and then removes the webhook.
  struct RemoveWebhookView: View {
    let proxy: ScreenProxy<RemoveWebhookScreen>
    let session: AppSession
    @State private var model: WebhookModel

    init(proxy: ScreenProxy<RemoveWebhookScreen>, session: AppSession) {
      (self.proxy, self.session) = (proxy, session)
      _model = State(initialValue: WebhookModel(session.api))
    }

    var body: some View {
      let texts = session.texts
      Form {
        LoaderView(loader: model.webhook, texts: texts, retry: { await model.load() }) { webhook in
          Text(webhook.url ?? "").font(.headline)
        }
        Text(texts(.webhookRemoveText))
        OperationError(operation: model.operation, texts: texts)
        Button(texts(.webhookRemove)) {
          Task { if await model.remove() { proxy.back() } }
        }
        .foregroundStyle(Color.red)
        .disabled(model.operation.isRunning)
        Button(texts(.cancel)) { proxy.back() }
      }
      .navigationTitle(texts(.webhookRemoveTitle))
      .task { await model.load() }
    }
  }
#endif

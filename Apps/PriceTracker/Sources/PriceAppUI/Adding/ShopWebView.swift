#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI
  import UIKit
  import WebKit

  /// A web view of the shop that stays on the shops' sites.
  struct ShopWebView: UIViewRepresentable {
    /// Provides the page that the view shows.
    @MainActor
    final class PageProvider {
      weak var view: WKWebView?

      /// The page's HTML as the user sees it; nil if there is none.
      func html() async -> String? {
        let script = "document.documentElement.outerHTML"
        return try? await view?.evaluateJavaScript(script) as? String
      }
    }

    let model: AddModel
    let pageProvider: PageProvider

    func makeUIView(context: Context) -> WKWebView {
      let configuration = WKWebViewConfiguration()
      // No cookies of the shop are kept.
      configuration.websiteDataStore = .nonPersistent()
      let view = WKWebView(frame: .zero, configuration: configuration)
      view.navigationDelegate = context.coordinator
      view.uiDelegate = context.coordinator
      view.allowsBackForwardNavigationGestures = true
      pageProvider.view = view
      view.load(URLRequest(url: model.start))
      return view
    }

    func updateUIView(_ uiView: WKWebView, context: Context) {}

    func makeCoordinator() -> Coordinator { Coordinator(model) }

    /// Decides which URLs the view may open, and reports its page.
    @MainActor
    final class Coordinator: NSObject, WKNavigationDelegate, WKUIDelegate {
      private let model: AddModel

      init(_ model: AddModel) { self.model = model }

      func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
      ) async -> WKNavigationActionPolicy {
        guard let url = navigationAction.request.url else { return .cancel }
        // Only the main frame's page is reported, so frames, such as advertisements, may load.
        if let frame = navigationAction.targetFrame, !frame.isMainFrame { return .allow }
        return model.policy.allows(url) ? .allow : .cancel
      }

      /// Opens a link to a new window in this view, if the policy allows its URL.
      func webView(
        _ webView: WKWebView, createWebViewWith configuration: WKWebViewConfiguration,
        for navigationAction: WKNavigationAction, windowFeatures: WKWindowFeatures
      ) -> WKWebView? {
        if let url = navigationAction.request.url, model.policy.allows(url) {
          webView.load(URLRequest(url: url))
        }
        return nil
      }

      func webView(
        _ webView: WKWebView, didStartProvisionalNavigation navigation: WKNavigation!
      ) {
        model.didStartLoading()
      }

      func webView(_ webView: WKWebView, didFinish navigation: WKNavigation!) {
        model.didShow(webView.url)
      }

      /// The page that was shown stays when another one cannot be loaded.
      func webView(
        _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!,
        withError error: any Error
      ) {
        model.didShow(webView.url)
      }
    }
  }
#endif

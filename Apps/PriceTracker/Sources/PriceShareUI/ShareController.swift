#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceClient
  import PriceDomain
  import SwiftUI
  public import UIKit

  /// The share extension: receives a product's URL from another app for the price tracker.
  ///
  /// It has no session (decision 0119): the app adds the product when it is opened next. The
  /// extension's `Info.plist` names `PriceShareUI.ShareController` as its principal class.
  public final class ShareController: UIViewController {
    private var state = ShareState.working

    /// Reads the shared items, and shows the result.
    public override func viewDidLoad() {
      super.viewDidLoad()
      Task { await receive() }
    }

    private func receive() async {
      let text = await sharedURL()
      let url = text.flatMap { URL(string: $0) }
      let policy = ShopPolicy.amazon(region: nil)
      if let text, let url, policy.isProduct(url) {
        do {
          try SharedInbox(folder: Self.folder).add(text)
          state = .stored
        } catch {
          state = .failed
        }
      } else {
        state = .notProduct
      }
      show()
    }

    /// Apps share a URL as such, or as text with the URL in it.
    private func sharedURL() async -> String? {
      let items = extensionContext?.inputItems.compactMap { $0 as? NSExtensionItem } ?? []
      for provider in items.flatMap({ $0.attachments ?? [] }) {
        for type in ["public.url", "public.plain-text"]
        where provider.hasItemConformingToTypeIdentifier(type) {
          let item: Any? = try? await provider.loadItem(forTypeIdentifier: type)
          let text = (item as? URL)?.absoluteString ?? item as? String
          if let url = text.flatMap(SharedInbox.firstURL) { return url }
        }
      }
      return nil
    }

    private func show() {
      let context = extensionContext
      let controller = UIHostingController(
        rootView: ShareView(state: state) { context?.completeRequest(returningItems: nil) })
      addChild(controller)
      controller.view.frame = view.bounds
      view.addSubview(controller.view)
      controller.didMove(toParent: self)
    }

    private static var folder: URL {
      SharedFolder.url(
        ofGroup: Bundle.main.object(forInfoDictionaryKey: "AppGroup") as? String ?? "")
    }
  }

  /// The result of sharing.
  enum ShareState {
    case working, stored, notProduct, failed

    func text(_ language: Language) -> String {
      let text =
        switch self {
        case .working: ClientText("One moment …", "Einen Moment …")
        case .stored:
          ClientText(
            "Price Tracker adds this product when you next open the app.",
            "Price Tracker fügt dieses Produkt beim nächsten Öffnen hinzu.")
        case .notProduct:
          ClientText(
            "This is not a product page of a shop that we can track.",
            "Das ist kein Produkt eines Shops, den wir beobachten können.")
        case .failed:
          ClientText(
            "That did not work. Try again.", "Das hat nicht geklappt. Versuche es noch einmal.")
        }
      return text.text(language)
    }
  }

  /// The view of the extension.
  struct ShareView: View {
    let state: ShareState
    let close: @MainActor () -> Void

    var body: some View {
      let language = Language(preferred: Locale.preferredLanguages)
      VStack(spacing: 16) {
        Text(state.text(language)).multilineTextAlignment(.center)
        Button(ClientText("Done", "Fertig").text(language), action: close)
          .buttonStyle(.borderedProminent)
      }
      .padding(24)
    }
  }
#endif

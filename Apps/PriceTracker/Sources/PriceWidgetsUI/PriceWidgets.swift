#if canImport(SwiftUI) && canImport(WidgetKit)
  import Foundation
  import PriceClient
  import PriceDomain
  public import SwiftUI
  import WidgetKit

  /// The widget of the price tracker in three sizes; the project's own target only has a bundle
  /// with it.
  public struct PriceWidget: Widget {
    /// Creates the widget.
    public init() {}

    /// Its sizes and its timeline.
    public var body: some WidgetConfiguration {
      StaticConfiguration(kind: "prices", provider: PriceTimelineProvider()) { entry in
        PriceWidgetView(entry: entry)
      }
      .configurationDisplayName(Text(verbatim: "Price Tracker"))
      .description(Text(WidgetTexts.description))
      .supportedFamilies([.systemSmall, .systemMedium, .systemLarge])
    }
  }

  /// A widget's timeline entry.
  struct PriceEntry: TimelineEntry {
    let date: Date
    let snapshot: WidgetSnapshot?
  }

  /// Reads the app's snapshot, and refreshes its prices without the user's token.
  struct PriceTimelineProvider: TimelineProvider {
    private let configuration = ExtensionConfiguration.bundled

    func placeholder(in context: Context) -> PriceEntry { PriceEntry(date: Date(), snapshot: nil) }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (PriceEntry) -> Void) {
      completion(PriceEntry(date: Date(), snapshot: WidgetSnapshot.read(in: configuration.folder)))
    }

    func getTimeline(
      in context: Context, completion: @escaping @Sendable (Timeline<PriceEntry>) -> Void
    ) {
      let configuration = configuration
      Task { completion(await Self.timeline(configuration)) }
    }

    private static func timeline(
      _ configuration: ExtensionConfiguration
    ) async -> Timeline<PriceEntry> {
      let now: @Sendable () -> Timestamp = { Timestamp(Int64(Date().timeIntervalSince1970)) }
      let storedSnapshot = WidgetSnapshot.read(in: configuration.folder)
      let currentSnapshot = await configuration.refreshed(storedSnapshot, now: now)
      // NB: not written back: only the app writes, so that the two never overwrite each other.
      let next = WidgetContent.nextReload(after: now(), couldRead: currentSnapshot != nil)
      return Timeline(
        entries: [PriceEntry(date: Date(), snapshot: currentSnapshot ?? storedSnapshot)],
        policy: .after(Date(timeIntervalSince1970: TimeInterval(next.seconds))))
    }
  }

  /// The configuration of the extension, in its `Info.plist`.
  struct ExtensionConfiguration: Sendable {
    let server: String
    let folder: URL

    static var bundled: ExtensionConfiguration {
      func text(_ key: String) -> String {
        Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
      }
      return ExtensionConfiguration(
        server: text("PriceServer"), folder: SharedFolder.url(ofGroup: text("AppGroup")))
    }

    /// The snapshot with current prices, or a first one of the most tracked products.
    func refreshed(
      _ snapshot: WidgetSnapshot?, now: @escaping @Sendable () -> Timestamp
    ) async -> WidgetSnapshot? {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("responses")
      let api = await PriceAPI(
        server: server, transport: URLSessionClientTransport(),
        session: ClientSession(store: EmptySessionVault()) { now().seconds },
        cache: ResponseCache(folder: folder) { now().seconds }, language: WidgetTexts.language)
      let loader = WidgetLoader(api, now: now)
      guard let snapshot else { return try? await loader.load() }
      return await loader.refreshed(snapshot)
    }
  }

  /// The texts of the widget gallery.
  enum WidgetTexts {
    static var language: Language { Language(preferred: Locale.preferredLanguages) }

    static var description: String {
      ClientText(
        "The prices of your tracked products, with charts.",
        "Die Preise deiner beobachteten Produkte mit ihrem Verlauf."
      ).text(language)
    }
  }
#endif

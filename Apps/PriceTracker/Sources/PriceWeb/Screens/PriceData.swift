import FlowCore
import FlowMagicWeb
import PriceDomain
import PriceService
import PriceStore

/// The live data of the screens, each read only for the screens that show it.
struct PriceData: Sendable {
  let service: PriceService

  private var store: PriceStore { service.store }

  /// The number of products in a section of a screen.
  static let sectionLength = 10
  /// The number of products that "more" adds, and the maximum number of pages shown at once.
  static let pageLength = 20, maximumPages = 5

  /// All readers, by name.
  var readers: [Name: @Sendable (DataRequest) async throws -> JSON] {
    [
      "home": reader(["Home"], home), "explore": reader(["Explore"], explore),
      "tracked": reader(["Tracking"], tracked), "list": reader(["SeeAll"], list),
      "product": reader(["Product", "Rule"], product),
      "comments": reader(["Product"], comments), "devices": reader(["Notifications"], devices),
      "zones": reader(["Delivery"]) { request in
        NotificationSettingsFields.zones(request.attributes["timeZone"]?.string ?? "UTC")
      },
      "webhook": reader(["Webhook", "RemoveWebhook"], webhook),
    ]
  }

  /// Returns a reader for some screens; its data is null on all others.
  private func reader(
    _ screens: Set<Name>, _ read: @escaping @Sendable (DataRequest) async throws -> JSON
  ) -> @Sendable (DataRequest) async throws -> JSON {
    { request in screens.contains(request.screen) ? try await read(request) : .null }
  }

  func texts(_ request: DataRequest) -> PriceTexts {
    PriceTexts(
      Language(page: request.language),
      timeZone: request.attributes["timeZone"]?.string ?? "UTC")
  }

  /// Returns the visitor's account ID; nil for a guest.
  ///
  /// Both attributes come from the session, never from the visitor's input.
  func user(_ request: DataRequest) -> String? {
    guard request.attributes["signedIn"] == true else { return nil }
    return request.attributes["userId"]?.string
  }

  // MARK: Lists

  @Sendable private func home(_ request: DataRequest) async throws -> JSON {
    let json = ProductJSON(texts: texts(request))
    var lastTracked: [ProductSummary] = []
    if let user = user(request) {
      lastTracked = try await store.tracked(by: user, search: "", before: nil, limit: 12).values
    }
    let categories = try await store.categories().prefix(12)
    return [
      "last": json.items(lastTracked), "hasTracked": .bool(!lastTracked.isEmpty),
      "most": json.items(try await store.list(.mostTracked, limit: Self.sectionLength)),
      "hasCategories": .bool(!categories.isEmpty),
      "categories": .array(categories.map { ["name": .string($0.name)] }),
    ]
  }

  @Sendable private func explore(_ request: DataRequest) async throws -> JSON {
    let json = ProductJSON(texts: texts(request))
    let count = Self.sectionLength
    return [
      "most": json.items(try await store.list(.mostTracked, limit: count)),
      "share": json.items(try await store.list(.lastPriceDropPercentage, limit: count)),
      "range": json.items(try await store.list(.priceDrop, limit: count)),
    ]
  }

  @Sendable private func tracked(_ request: DataRequest) async throws -> JSON {
    let texts = texts(request)
    guard let user = user(request) else { return ["items": [], "emptyText": ""] }
    let search = request.outputs["search"]?.string ?? ""
    let products = try await store.tracked(by: user, search: search, before: nil, limit: 100).values
    let emptyText =
      search.isEmpty
      ? SiteText(
        "You are not tracking any products yet. Add one by its address.",
        "Du beobachtest noch kein Produkt. Füge eines mit seiner Adresse hinzu.")
      : SiteText(
        "No products match.", "Keine passenden Produkte.")
    return [
      "items": ProductJSON(texts: texts).items(products),
      "emptyText": .string(emptyText.text(texts.language)),
    ]
  }

  /// Returns the selected list, filtered by the selected categories, as far as it has been loaded.
  @Sendable private func list(_ request: DataRequest) async throws -> JSON {
    let texts = texts(request)
    let list = ProductList(rawValue: request.outputs["list"]?.string ?? "") ?? .mostTracked
    let selectedCategories = (request.outputs["categories"]?.array ?? []).compactMap(\.string)
    let pages = min(
      max(Int(request.outputs["pages"]?.number?.int ?? 1), 1), Self.maximumPages)
    let after = request.outputs["after"]?.string ?? ""
    let page = try await store.page(
      list, after: after.isEmpty ? nil : after, categories: Array(selectedCategories.prefix(50)),
      limit: pages * Self.pageLength)
    let next: (pages: Int, after: String) =
      pages < Self.maximumPages ? (pages + 1, after) : (1, page.next ?? "")
    let summary = texts.products(
      page.values.count, isFirst: after.isEmpty, hasMore: page.next != nil)
    return [
      "title": .string(Self.title(list).text(texts.language)),
      "items": ProductJSON(texts: texts).items(page.values),
      "emptyText": .string(
        Self.emptyText(list, isFiltered: !selectedCategories.isEmpty).text(texts.language)),
      "about": .string(
        selectedCategories.isEmpty
          ? summary : "\(selectedCategories.joined(separator: ", ")): \(summary)"),
      "categories": .array(
        try await store.categories().map {
          ["name": .string($0.name), "title": .string("\($0.name) (\($0.products))")]
        }),
      "hasMore": .bool(page.next != nil), "nextPages": .number(JSONNumber(next.pages)),
      "nextAfter": .string(next.after),
    ]
  }

  private static func title(_ list: ProductList) -> SiteText {
    switch list {
    case .mostTracked: SiteText("Most tracked", "Am meisten beobachtet")
    case .lastPriceDrop: SiteText("Biggest drops", "Am stärksten gefallen")
    case .lastPriceDropPercentage:
      SiteText("Biggest drops in percent", "Am stärksten gefallen, in Prozent")
    case .priceDrop:
      SiteText(
        "Widest range between highest and lowest", "Größter Abstand von Höchst- und Tiefstpreis")
    case .priceDropPercentage:
      SiteText("Widest range in percent", "Größter Abstand in Prozent")
    }
  }

  /// Returns the text that is shown if a list has no products.
  private static func emptyText(_ list: ProductList, isFiltered: Bool) -> SiteText {
    if isFiltered {
      return SiteText("No product in these categories.", "Kein Produkt in diesen Kategorien.")
    }
    switch list {
    case .mostTracked:
      return SiteText(
        "Nothing here yet. Add the first product by its address.",
        "Hier ist noch nichts. Füge das erste Produkt mit seiner Adresse hinzu.")
    case .lastPriceDrop, .lastPriceDropPercentage:
      return SiteText("No price has fallen yet.", "Noch ist kein Preis gefallen.")
    case .priceDrop, .priceDropPercentage:
      return SiteText("No price has changed yet.", "Noch hat sich kein Preis geändert.")
    }
  }

  // MARK: One product

  @Sendable private func product(_ request: DataRequest) async throws -> JSON {
    let texts = texts(request)
    guard let id = request.outputs["productID"]?.number?.int,
      let product = try await store.product(id, seenBy: user(request))
    else { return .object(Self.missingProduct(texts.language)) }
    let history = try await store.history(of: id, seenBy: user(request), limit: 100).values
    var json = ProductJSON(texts: texts).product(product, history)
    var tracking: Tracking?
    if let user = user(request) { tracking = try await store.tracking(id, by: user) }
    json["tracked"] = .bool(tracking != nil)
    var (sentences, isReachable) = ([String](), true)
    if let tracking, let profile = try await store.profile(user(request) ?? "") {
      isReachable = try await service.isReachable(profile)
      sentences = tracking.ruleState.rule.explanation(
        in: texts.language, base: tracking.ruleState.base, preferences: profile.preferences,
        isReachable: isReachable)
      if tracking.notifiesOfComments {
        sentences.append(
          SiteText("Also about new comments.", "Auch von neuen Kommentaren.").text(texts.language))
      }
    }
    json["explanation"] = .array(sentences.map { ["text": .string($0)] })
    json["exists"] = true
    json["isUnreachable"] = .bool(!isReachable)
    return .object(json)
  }

  /// Returns placeholders for a product that no longer exists.
  private static func missingProduct(_ language: Language) -> JSONObject {
    [
      "name": .string(
        SiteText("This product no longer exists", "Dieses Produkt gibt es nicht mehr")
          .text(language)),
      "exists": false, "price": "", "url": "https://", "tracked": false, "hasRange": false,
      "hasImages": false, "hasState": false,
    ]
  }

  @Sendable private func comments(_ request: DataRequest) async throws -> JSON {
    let texts = texts(request)
    guard let id = request.outputs["productID"]?.number?.int,
      try await store.product(id) != nil
    else { return ["items": []] }
    let user = user(request)
    let comments = try await store.comments(on: id, before: nil, limit: 100).values
    let edited = SiteText("edited", "geändert").text(texts.language)
    return [
      "items": .array(
        comments.map { comment in
          let time = texts.time(comment.written)
          return [
            "id": .number(JSONNumber(Int(comment.id))), "author": .string(comment.author),
            "picture": .string(comment.picture.map(PriceService.path(ofPicture:)) ?? ""),
            "hasPicture": .bool(comment.picture != nil),
            "initial": .string(comment.author.prefix(1).uppercased()),
            "text": .string(comment.text), "own": .bool(comment.user == user),
            "when": .string(comment.edited == nil ? time : "\(time), \(edited)"),
          ]
        })
    ]
  }

  // MARK: Devices

  @Sendable private func devices(_ request: DataRequest) async throws -> JSON {
    let texts = texts(request)
    guard let user = user(request) else { return ["items": [], "notices": [], "hasItems": false] }
    let devices = try await store.devices(of: user)
    let notices = try await store.notices(of: user, before: nil, limit: 20).values
    return [
      "hasItems": .bool(!devices.isEmpty),
      "items": .array(
        devices.map {
          [
            "id": .string($0.id), "name": .string($0.name),
            "since": .string(texts.time($0.registered)),
          ]
        }),
      "notices": .array(
        notices.map {
          [
            "id": .string($0.id), "title": .string($0.title), "text": .string($0.body),
            "when": .string(texts.time($0.at)),
          ]
        }),
    ]
  }
}

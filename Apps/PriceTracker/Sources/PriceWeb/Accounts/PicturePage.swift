import Accounts
import AccountsWeb
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import PriceDomain
import PriceService
import PriceStore

/// The page on which users choose their profile picture, with and without a script.
struct PicturePage: Sendable {
  static let path = "/account/picture"

  let site: PriceSite

  private var service: PriceService { site.service }

  func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get(RouterPath(Self.path)) { request, _ in
      try await page(try await site.visitors.caller(request.headers), request)
    }
    router.post(RouterPath(Self.path)) { request, _ in
      try await change(request) { sender in
        let share = service.memoryShare(
          of: sender, atMost: PriceService.maximumPictureBodyBytes)
        defer { share.release() }
        let picture = try await readFile(request, from: sender, share)
        // NB: authenticated again, because the session may have ended while the file arrived.
        let caller = try await site.visitors.caller(request.headers)
        _ = try await service.setPicture(picture, by: caller)
      }
    }
    router.post("\(Self.path)/remove") { request, _ in
      try await change(request) { try await service.removePicture(by: $0) }
    }
  }

  private func change(
    _ request: Request, _ perform: (Caller) async throws -> Void
  ) async throws -> Response {
    guard site.isSameOrigin(request.headers) else {
      return SitePage.crossSiteFormMessage(
        retry: SiteText(
          "Open the page of your picture again.", "Öffne die Seite deines Bildes noch einmal."),
        site.language(request), next: Self.path)
    }
    let caller = try await site.visitors.caller(request.headers)
    guard caller.session != nil else { return SitePage.redirect("/prices/login") }
    do {
      try await perform(caller)
    } catch {
      let language = site.language(request)
      guard let rejection = SiteErrors.rejection(for: error, language) as? PressRejection
      else { throw error }
      // NB: authenticated again: once the session has ended, its user's data must not be shown.
      let currentCaller = try await site.visitors.caller(request.headers)
      return try await page(currentCaller, request, error: rejection.message)
    }
    site.dataChanged()
    return SitePage.redirect(Self.path)
  }

  private func readFile(
    _ request: Request, from sender: Caller, _ share: BodyMemory.Share
  ) async throws -> [UInt8] {
    let type = request.headers[.contentType] ?? ""
    let body = try await service.body(
      of: request, from: sender, atMost: PriceService.maximumPictureBodyBytes,
      tooLong: PriceError(
        .invalidInput, "The picture is larger than 8 MB.", german: "Das Bild ist größer als 8 MB."),
      memory: share)
    return MultipartFile.first(named: "picture", in: body, contentType: type) ?? []
  }

  private func page(
    _ caller: Caller, _ request: Request, error: String? = nil
  ) async throws -> Response {
    guard let user = caller.session?.user else { return SitePage.redirect("/prices/login") }
    let language = site.language(request)
    let picture = try await service.store.picture(of: user.id)
    let alert: HTML = error.map { "<p class=\"pt-alert\" role=\"alert\">\($0)</p>" as HTML } ?? ""
    let texts = Texts(language)
    var image: HTML = "<p>\(texts.none)</p>"
    var removal: HTML = ""
    if let picture {
      image = """
        <p><img class="pt-picture" src="\(PriceService.path(ofPicture: picture.id))" \
        alt="\(texts.title)" width="128" height="128"></p>
        """
      removal = """
        <form method="post" action="\(Self.path)/remove"><button type="submit">\(texts.remove)\
        </button></form>
        """
    }
    return SitePage.response(
      texts.title,
      """
      \(alert)<h1>\(texts.title)</h1><p>\(texts.text)</p>\(image)\
      <form method="post" action="\(Self.path)" enctype="multipart/form-data">\
      <label for="picture">\(texts.choose)</label>\
      <input id="picture" type="file" name="picture" required \
      accept="image/jpeg,image/png,image/webp">\
      <button class="pt-primary" type="submit">\(texts.save)</button></form>\(removal)\
      <p><a href="/prices/settings">\(texts.back)</a></p>
      """, language, status: error == nil ? 200 : 422)
  }

  private struct Texts {
    let title, text, none, choose, save, remove, back: String

    init(_ language: Language) {
      func localized(_ english: String, _ german: String) -> String {
        SiteText(english, german).text(language)
      }
      title = localized("Your profile picture", "Dein Profilbild")
      text = localized(
        "Everyone sees it beside your comments. Location and camera data are removed.",
        "Alle sehen es neben deinen Kommentaren. Angaben zu Ort und Kamera werden entfernt.")
      none = localized("You have no picture yet.", "Du hast noch kein Bild.")
      choose = localized("Choose a picture or take one", "Wähle ein Bild oder nimm eines auf")
      save = localized("Save the picture", "Bild sichern")
      remove = localized("Remove the picture", "Bild entfernen")
      back = localized("Back to the settings", "Zurück zu den Einstellungen")
    }
  }
}

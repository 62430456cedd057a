import Accounts
import AccountsPictures
import AccountsWeb
import FlowMagicWeb
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import YogaDomain
import YogaWeb

/// The routes for a user's own data: the profile picture and the data export.
struct UserDataRoutes: Sendable {
  let users: YogaUsers
  let origin: String
  let host: FlowHost
  /// The memory of the bodies with pictures.
  let memory: BodyMemory
  /// The threads that decode pictures.
  let decodingThreads: NIOThreadPool
  private let pictureLimit = UserRateLimit(Self.maximumPicturesPerHour, inSeconds: 3_600)

  /// The maximum number of pictures that a user may send in an hour.
  static let maximumPicturesPerHour = 20

  init(
    users: YogaUsers, origin: String, host: FlowHost, memory: BodyMemory,
    decodingThreads: NIOThreadPool
  ) {
    self.users = users
    self.origin = origin
    self.host = host
    self.memory = memory
    self.decodingThreads = decodingThreads
  }

  func add<Context: RequestContext>(to router: some RouterMethods<Context>) {
    router.get("/account/picture") { request, _ in try await picture(request) }
    router.post("/account/picture") { request, _ in try await setPicture(request) }
    router.get("/account/export") { request, _ in try await export(request) }
  }

  // MARK: Pictures

  /// The URL of a version of a user's picture.
  ///
  /// The user's id keeps a browser from showing the next user the picture in its cache.
  static func pictureURL(of user: String, version: Int) -> String {
    "/account/picture?v=\(user)-\(version)"
  }

  private func picture(_ request: Request) async throws -> Response {
    // NB: the version is read first: otherwise, an old picture could be cached for the URL of the
    // one that replaces it in between.
    guard let user = try await users.session(from: request.headers)?.user.id,
      let version = try await users.store.pictureVersion(of: user),
      let picture = try await users.store.picture(of: user)
    else { return Response(status: .notFound) }
    // Every other URL may also be used by another user, or for another picture.
    let isCacheable = request.uri.description == Self.pictureURL(of: user, version: version)
    return Response(
      status: .ok,
      headers: [
        .contentType: ProfilePicture.contentType,
        .cacheControl: isCacheable ? "private, max-age=31536000" : "no-store",
        .xContentTypeOptions: "nosniff",
      ], body: .init(byteBuffer: ByteBuffer(bytes: picture)))
  }

  private func setPicture(_ request: Request) async throws -> Response {
    let type = request.headers[.contentType] ?? ""
    let isForm = type.hasPrefix("multipart/form-data")
    let language = host.language(for: request)
    // An app's access token is never sent by a page of another site.
    let isFromApp = request.headers[.authorization] != nil
    guard isFromApp || FormPages.isSameOrigin(request.headers, origin: origin) else {
      if isForm { return YogaPage.csrfRejection(language) }
      return Self.problem(
        .forbidden, "csrf", "This request is not known to come from a page of this site.")
    }
    /// Returns a page to a browser without a script, and JSON to scripts and apps.
    func failure(
      _ status: HTTPResponse.Status, _ code: String, _ text: String,
      title: LocalizedText? = nil
    ) -> Response {
      guard isForm else { return Self.problem(status, code, text) }
      let title = (title ?? Self.unusablePicture).text(in: language)
      return YogaPage.message(title, text, language, status.code)
    }
    func signedOut() -> Response {
      failure(
        .unauthorized, "signed-out", Self.signedOut.text(in: language),
        title: PageMessage.loggedOut.title)
    }
    guard let sender = try await users.session(from: request.headers)?.user.id else {
      return signedOut()
    }
    // NB: counted before the body is read, which already takes memory.
    if let wait = await pictureLimit.secondsToWait(sender, at: users.accounts.clock()) {
      var response = failure(.tooManyRequests, "too-many", Self.tooMany.text(in: language))
      response.headers[.retryAfter] = String(wait)
      return response
    }
    let network = YogaUsers.client(request.headers).network
    let share = memory.share(of: sender, from: network)
    defer { share.release() }
    let limit = ProfilePicture.Limits().maximumBytes + (64 << 10)
    let bytes: [UInt8]
    do throws(BodyReader.Failure) {
      bytes = try await BodyReader().read(request, atMost: limit, memory: share)
    } catch {
      let (code, text) = Self.description(of: error)
      return failure(error.status, code, text.text(in: language))
    }
    let file = isForm ? MultipartFile.first(named: "picture", in: bytes, contentType: type) : bytes
    do {
      let crop = Self.crop(request)
      let picture = try await ProfilePicture.decode(file ?? [], crop: crop, on: decodingThreads)
      let version = try await users.store.setPicture(picture, of: sender) {
        // NB: the session or the account may have ended while the picture was being sent.
        guard try await users.session(from: request.headers)?.user.id == sender else {
          throw SessionEnded()
        }
      }
      if isForm { return YogaPage.redirect(Self.returnPath(request)) }
      return Self.json(.ok, ["url": Self.pictureURL(of: sender, version: version)])
    } catch is SessionEnded {
      return signedOut()
    } catch let error as ProfilePictureError {
      return failure(.unprocessableContent, error.code, error.message(in: language))
    }
  }

  private static let unusablePicture = LocalizedText(
    en: "This picture cannot be used", de: "Dieses Bild lässt sich nicht verwenden")
  private static let signedOut = LocalizedText(
    en: "Log in to set a picture.", de: "Melde dich an, um ein Bild festzulegen.")
  private static let tooSlow = LocalizedText(
    en: "The picture arrived too slowly. Try again with a better connection.",
    de: "Das Bild kam zu langsam an. Versuch es mit einer besseren Verbindung noch einmal.")
  private static let tooLarge = LocalizedText(
    en: "The picture is too large. Choose a smaller one.",
    de: "Das Bild ist zu groß. Wähl ein kleineres.")

  private static let busy = LocalizedText(
    en: "Too much is being sent at the moment. Try again in a few minutes.",
    de: "Gerade wird zu viel gesendet. Versuch es in ein paar Minuten noch einmal.")
  private static let tooMany = LocalizedText(
    en: "You have sent many pictures. Try again in an hour.",
    de: "Du hast viele Bilder gesendet. Versuch es in einer Stunde noch einmal.")

  private static func description(
    of failure: BodyReader.Failure
  ) -> (code: String, text: LocalizedText) {
    switch failure {
    case .tooLarge: ("too-large", tooLarge)
    case .tooSlow, .interrupted: ("too-slow", tooSlow)
    case .busy: ("busy", busy)
    }
  }

  private static func crop(_ request: Request) -> ProfilePicture.Crop? {
    let query = request.uri.queryParameters
    guard let x = query.get("x", as: Int.self), let y = query.get("y", as: Int.self),
      let side = query.get("size", as: Int.self)
    else { return nil }
    return ProfilePicture.Crop(x: x, y: y, side: side)
  }

  /// Returns the page to return to: a page of this site's flows, never another site.
  private static func returnPath(_ request: Request) -> String {
    let path = request.uri.queryParameters.get("back") ?? ""
    return path.hasPrefix("/yoga") ? path : "/yoga"
  }

  // MARK: Export

  private struct Export: Encodable {
    let email: String
    let name: String
    let registered: Date
    let practice: PracticeState
    /// The profile picture as WebP, in base64.
    let picture: Data?
  }

  private func export(_ request: Request) async throws -> Response {
    guard let user = try await users.session(from: request.headers)?.user else {
      return YogaPage.message(.loggedOut, host.language(for: request), 401)
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    let data = try await encoder.encode(
      Export(
        email: user.email, name: user.name,
        registered: Date(timeIntervalSince1970: TimeInterval(user.created)),
        practice: users.store.practice(of: user.id).state,
        picture: users.store.picture(of: user.id)))
    return Response(
      status: .ok,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .contentDisposition: "attachment; filename=\"mythic-yoga.json\"",
        .xContentTypeOptions: "nosniff",
      ], body: .init(byteBuffer: ByteBuffer(bytes: data)))
  }

  private static func problem(
    _ status: HTTPResponse.Status, _ code: String, _ detail: String
  ) -> Response { json(status, ["code": code, "detail": detail]) }

  private static func json(_ status: HTTPResponse.Status, _ body: [String: String]) -> Response {
    let bytes = (try? JSONEncoder().encode(body)) ?? Data()
    return Response(
      status: status,
      headers: [
        .contentType: "application/json", .cacheControl: "no-store",
        .xContentTypeOptions: "nosniff",
      ], body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

import Accounts
import AccountsWeb
import FlowCore
import FlowMagicWeb
import HTTPTypes
import PriceDomain
import PriceService
import PriceStore

/// Identifies the senders of requests by their cookies.
struct SiteVisitors: Sendable {
  let service: PriceService

  /// Returns the sender's session; nil for a guest.
  func session(_ headers: HTTPFields) async throws -> AuthenticatedSession? {
    try await SessionCookies.prices.session(headers, in: service.accounts.sessions)
  }

  /// Returns the caller for the service.
  ///
  /// - Parameters:
  ///   - headers: The request's headers.
  ///   - language: The language of the page if the request can cause an email; otherwise nil.
  /// - Returns: The caller.
  /// - Throws: Errors of the store.
  func caller(_ headers: HTTPFields, _ language: Language? = nil) async throws -> Caller {
    Caller(try await session(headers), client: Self.client(headers, language))
  }

  /// Returns the client of a request, with the language of the emails that it causes.
  static func client(_ headers: HTTPFields, _ language: Language?) -> Client {
    Client(
      address: headers[.peer] ?? "unknown", userAgent: headers[.userAgent] ?? "",
      deviceSecrets: SessionCookies.prices.deviceSecrets(in: headers),
      language: language.map { EmailLanguage(tag: $0.rawValue) })
  }

  /// Sets the language of a user's notifications to that of a login.
  ///
  /// The first login creates the profile, with the browser's time zone.
  func setLanguage(_ language: Language, of user: User, timeZone: String? = nil) async throws {
    let profile = try await service.profile(of: user, timeZone: timeZone)
    guard profile.language != language else { return }
    _ = try await service.store.updateProfile(user.id, at: service.clock()) {
      $0.language = language
    }
  }

  // MARK: Attributes

  /// Returns the visitor's attributes, which the flow's routes depend on.
  func attributes(_ headers: HTTPFields) async throws -> JSONObject {
    let zone = SiteCookies.timeZone(in: headers)
    var attributes = Self.guestAttributes
    if let session = try await session(headers) {
      attributes = try await self.attributes(of: session.user, timeZone: zone)
    } else if let zone {
      attributes["timeZone"] = .string(zone)
    }
    attributes["hasSeenTutorial"] = .bool(
      SessionCookies.value(SiteCookies.tutorialShown, in: headers) != nil)
    if SessionCookies.value(SiteCookies.notificationPromptShown, in: headers) != nil {
      attributes["wasAskedForNotifications"] = true
    }
    return attributes
  }

  /// The attributes of a guest.
  static var guestAttributes: JSONObject {
    [
      "signedIn": false, "name": "", "email": "", "trackedCount": 0, "hasDevices": false,
      "wasAskedForNotifications": false, "hasPassword": false,
    ]
  }

  /// Returns the attributes of a user; the time zone is stored if it is their first visit.
  func attributes(of user: User, timeZone: String? = nil) async throws -> JSONObject {
    let store = service.store
    // NB: not `store.profile`: at the first sign-in, this creates the profile, with the names that
    // the user registered with.
    let profile = try await service.profile(of: user, timeZone: timeZone)
    let tracked = try await store.tracked(by: user.id, search: "", before: nil, limit: 100)
    let devices = try await store.devices(of: user.id)
    let password = try await service.accounts.store.read { try $0.password(of: user.id) }
    var name = profile.givenName
    if name.isEmpty { name = profile.nickname.isEmpty ? user.name : profile.nickname }
    if name.isEmpty { name = String(user.email.prefix { $0 != "@" }) }
    return [
      "signedIn": true, "userId": .string(user.id), "name": .string(name),
      "email": .string(user.email), "timeZone": .string(profile.timeZone),
      "trackedCount": .number(JSONNumber(tracked.values.count)),
      "hasDevices": .bool(!devices.isEmpty), "hasPassword": .bool(password != nil),
      // A user with a device has been asked already.
      "wasAskedForNotifications": .bool(!devices.isEmpty),
    ]
  }
}

/// Converts errors of the service to messages for the visitor.
enum SiteErrors {
  /// Returns the `PressRejection` for an error; for an internal error, the error itself.
  static func rejection(for error: any Error, _ language: Language) -> any Error {
    guard !(error is PressRejection), let problem = ClientProblem(error, language: language)
    else { return error }
    guard language == .german, !(error is AccountError), (error as? PriceError)?.german == nil
    else { return PressRejection(problem.detail) }
    if problem.code == "too-many", let seconds = problem.retryAfter {
      return PressRejection(
        "Das geht gerade nicht. Versuche es in \(AccountError.germanDuration(seconds)) noch "
          + "einmal.")
    }
    return PressRejection(germanMessages[problem.code] ?? problem.detail)
  }

  private static let germanMessages = [
    "signed-out": "Du bist nicht angemeldet. Melde dich an.",
    "url-not-allowed":
      "Das ist keine Seite eines Produkts in einem der Shops. Öffne das Produkt und kopiere"
      + " seine Adresse.",
    "too-many": "Das war zu oft. Versuche es später noch einmal.",
    "not-author": "Nur wer einen Kommentar geschrieben hat, kann ihn ändern oder löschen.",
    "not-found": "Das gibt es nicht mehr.",
    "invalid-input": "Diese Eingabe ist ungültig. Prüfe sie und versuche es noch einmal.",
    "limit-reached": "Mehr sind nicht möglich. Entferne zuerst etwas.",
    "webhook-not-https": "Die Adresse eines Webhooks beginnt mit https://.",
    "webhook-host-not-allowed":
      "Die Adresse eines Webhooks hat einen öffentlichen Hostnamen, zum Beispiel example.com, und"
      + " keine IP-Adresse.",
    "webhook-url-invalid":
      "Gib eine ganze Adresse ein, zum Beispiel https://example.com/preise, ohne Benutzernamen und"
      + " mit dem üblichen Port.",
  ]
}

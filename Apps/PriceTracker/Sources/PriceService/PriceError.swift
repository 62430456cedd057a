internal import Accounts
internal import AccountsPictures
internal import PageFetcher
internal import PageReader
public import PriceDomain
internal import PriceStore

/// A request that the service rejects, with a sentence for the user.
public struct PriceError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind; its raw value is stable and part of the API.
  public enum Code: String, Sendable, CaseIterable {
    /// The caller is not signed in.
    case signedOut = "signed-out"
    /// An input is missing or invalid.
    case invalidInput = "invalid-input"
    /// The URL is not a product page of an allowed site.
    case urlNotAllowed = "url-not-allowed"
    /// The page could not be fetched, or no product was found on it.
    case pageNotRead = "page-not-read"
    /// A rate limit was exceeded; `retryAfter` is the number of seconds to wait.
    case tooMany = "too-many"
    /// The request arrived too slowly, or was interrupted.
    case tooSlow = "too-slow"
    /// The requests of the sender, or of all senders, take too much memory.
    case busy
    /// The service is not configured for this.
    case notSetUp = "not-set-up"
    /// A webhook's URL is not https.
    case webhookNotHTTPS = "webhook-not-https"
    /// A webhook's URL has no public host name.
    case webhookHostNotAllowed = "webhook-host-not-allowed"
    /// A webhook's URL is incomplete, or has a part that it must not have.
    case webhookURLInvalid = "webhook-url-invalid"
  }

  /// The kind.
  public let code: Code
  /// A sentence about what is wrong and what to do, in English.
  public let description: String
  /// The sentence in German; nil if a general German sentence for the code is enough.
  public let german: String?
  /// The number of seconds to wait, for `too-many`.
  public let retryAfter: Int?

  /// Creates an error.
  public init(
    _ code: Code, _ description: String, german: String? = nil, retryAfter: Int? = nil
  ) {
    self.code = code
    self.description = description
    self.german = german
    self.retryAfter = retryAfter
  }
}

extension PriceError {
  /// The error for a body that was not completely received in time.
  package static let tooSlow = PriceError(
    .tooSlow, "The request arrived too slowly. Try again with a better connection.",
    german: "Das kam zu langsam an. Versuche es mit einer besseren Verbindung noch einmal.")
  /// The error for a body that takes too much memory.
  package static let busy = PriceError(
    .busy, "Too much is being sent at the moment. Try again in a few minutes.",
    german: "Gerade wird zu viel gesendet. Versuche es in ein paar Minuten noch einmal.")
}

/// An error as a client receives it, from any module.
public struct ClientProblem: Sendable, Equatable {
  /// The HTTP status.
  public let status: Int
  /// The stable error code.
  public let code: String
  /// A sentence for the user.
  public let detail: String
  /// The number of seconds to wait.
  public let retryAfter: Int?

  /// Maps an error; nil for an internal error, which is only logged.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - language: The language of the sentence, for errors of accounts and pictures, and for a
  ///     ``PriceError`` with a German sentence; others have it in English only.
  public init?(_ error: any Error, language: Language = .english) {
    switch error {
    case let error as PriceError:
      self.init(
        Self.status(error.code), error.code.rawValue,
        language == .german ? error.german ?? error.description : error.description,
        error.retryAfter)
    case let error as StoreError:
      self.init(Self.status(error.code), error.code.rawValue, error.description, nil)
    case let error as AccountError:
      self.init(
        Self.status(error.code), error.code.rawValue, error.text(in: language.rawValue),
        error.retryAfter)
    case let error as ProfilePictureError:
      self.init(422, error.code, error.message(in: language.rawValue), nil)
    default: return nil
    }
  }

  private init(_ status: Int, _ code: String, _ detail: String, _ retryAfter: Int?) {
    self.status = status
    self.code = code
    self.detail = detail
    self.retryAfter = retryAfter
  }

  private static func status(_ code: PriceError.Code) -> Int {
    switch code {
    case .signedOut: 401
    case .invalidInput: 422
    case .urlNotAllowed: 422
    case .pageNotRead: 502
    case .tooMany: 429
    case .tooSlow: 408
    case .busy: 503
    case .notSetUp: 404
    case .webhookNotHTTPS, .webhookHostNotAllowed, .webhookURLInvalid: 422
    }
  }

  private static func status(_ code: StoreError.Code) -> Int {
    switch code {
    case .notFound: 404
    case .deviceRemoved: 410
    case .notAuthor: 403
    case .limitReached, .jobTaken: 409
    case .invalidCursor: 422
    }
  }

  private static func status(_ code: AccountError.Code) -> Int {
    switch code {
    case .wrongCredentials, .wrongCode, .noSession: 401
    case .notAllowed, .disabledAccount, .notRecent, .passkeyRequired, .registrationClosed,
      .noVerifiedAddress:
      403
    case .notFound: 404
    case .conflict, .addressTaken, .limitReached, .lastOwner, .lastCredential: 409
    case .tooManyAttempts, .tooManyInvitations: 429
    case .wrongClock: 503
    case .externalSignIn: 401
    default: 422
    }
  }
}

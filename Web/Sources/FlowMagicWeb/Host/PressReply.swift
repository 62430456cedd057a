public import FlowCore
import NIOConcurrencyHelpers

/// A handler's additions to the response of a press, for example to sign the visitor in.
///
/// ```swift
/// settings.onSubmit = { submission in
///   guard submission.port == "logIn" else { return }
///   guard let session = try await signIn(submission.output) else {
///     throw PressRejection("Wrong email or password!")
///   }
///   submission.reply.setCookie(
///     "__Host-session=\(session); Path=/; Secure; HttpOnly; SameSite=Lax")
///   submission.reply.setAttributes(["signedIn": true])
/// }
/// ```
public final class PressReply: Sendable {
  struct Contents: Sendable {
    var cookies: [String] = []
    var senderOnlyCookies: [String] = []
    var attributes = JSONObject()
    var restarts = false
  }

  private let state = NIOLockedValueBox(Contents())

  var contents: Contents { state.withLockedValue { $0 } }

  init() {}

  /// Sets a cookie with the response.
  ///
  /// It is set even if the handler throws afterwards. A press that is sent again gets the same
  /// cookies, unless `isRepeated` is false. Pass false for the new secret of a session after a
  /// change of the password: otherwise an attacker with an earlier copy of the browser's cookies
  /// could send the press again and get the secret. A visitor who loses the response then has to
  /// sign in again.
  ///
  /// - Parameters:
  ///   - header: The value of `Set-Cookie`; ignored if it has control characters or line breaks.
  ///   - isRepeated: Whether a press that is sent again gets the cookie, too.
  public func setCookie(_ header: String, isRepeated: Bool = true) {
    guard header.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
    state.withLockedValue {
      if isRepeated { $0.cookies.append(header) } else { $0.senderOnlyCookies.append(header) }
    }
  }

  /// Sets attributes of the visitor that the press has changed, before a route is chosen.
  ///
  /// They apply to this response; for the next request, `FlowHostSettings.attributes` is called
  /// again.
  public func setAttributes(_ attributes: JSONObject) {
    state.withLockedValue { contents in
      for member in attributes.members { contents.attributes[member.key] = member.value }
    }
  }

  /// Discards the visitor's outputs and path, as when they sign out: the next step is the first of
  /// a new visit, and the browser's history no longer shows earlier pages.
  public func restart() { state.withLockedValue { $0.restarts = true } }
}

/// An error with which a handler rejects a press: the visitor stays, keeps the entries, and sees
/// the message.
public struct PressRejection: Error, Sendable, Equatable {
  /// A sentence for the visitor, in their language.
  public let message: String

  /// Creates a rejection.
  public init(_ message: String) { self.message = message }
}

/// A sentence above a screen.
enum PageNotice: Sendable, Equatable {
  case host(WebText)
  case app(String)

  private static let prefix = "app:"

  /// The notice as stored in a state.
  var saved: String {
    switch self {
    case .host(let text): text.rawValue
    case .app(let text): Self.prefix + text
    }
  }

  init?(saved: String) {
    if saved.hasPrefix(Self.prefix) {
      self = .app(String(saved.dropFirst(Self.prefix.count)))
    } else if let text = WebText(rawValue: saved) {
      self = .host(text)
    } else {
      return nil
    }
  }
}

public import FlowCore
public import Foundation

// Apps put `localizedDescription` into alerts, so it is a message for users: those for
// developers (`message`, `description`) contain codes, URLs and type names.

/// An error message for an app's users, in English or German depending on the app's language.
package enum UserMessage: CaseIterable, Sendable {
  case offline, needsUpdate, wentBack, failed

  package func text(
    in language: String? = Locale.current.language.languageCode?.identifier
  ) -> String {
    let isGerman = language == "de"
    switch self {
    case .offline:
      return isGerman
        ? "Gerade gibt es keine Verbindung. Versuche es später noch einmal."
        : "There is no connection right now. Try again later."
    case .needsUpdate:
      return isGerman
        ? "Dafür brauchst du eine neuere Version der App."
        : "This needs a newer version of the app."
    case .wentBack:
      return isGerman ? "Du bist zurückgegangen." : "You went back."
    case .failed:
      return isGerman
        ? "Das hat nicht geklappt. Versuche es noch einmal."
        : "That did not work. Try again."
    }
  }
}

extension FlowError: LocalizedError {
  /// A message for the app's users; ``message`` is for its developers.
  public var errorDescription: String? { UserMessage.failed.text() }
}

extension FlowMagicError: LocalizedError {
  /// A message for the app's users; ``message`` is for its developers.
  public var errorDescription: String? { userMessage.text() }

  var userMessage: UserMessage {
    switch code {
    case .unreachable, .streamBlocked, .pictureUnavailable: .offline
    case .unusableRelease, .missingScreen, .contentMismatch: .needsUpdate
    default: .failed
    }
  }
}

extension TransportFailure: LocalizedError {
  /// A message for the app's users; ``description`` is for its developers.
  public var errorDescription: String? { UserMessage.offline.text() }
}

extension BackNavigationError: LocalizedError {
  /// A message for the app's users, which need not be shown, because they went back themselves.
  public var errorDescription: String? { UserMessage.wentBack.text() }
}

extension MissingOutputError: LocalizedError {
  /// A message for the app's users.
  public var errorDescription: String? { UserMessage.failed.text() }
}

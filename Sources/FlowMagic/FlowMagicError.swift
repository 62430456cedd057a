/// An error of the SDK, with a stable code and a message.
///
/// Functions of this module throw this type, the engine's `FlowError` for errors in a document, or
/// the errors that their documentation names. `docs/sdk-errors.md` explains each code.
public struct FlowMagicError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The code.
  public let code: Code

  /// A message in English with the problem and its fix.
  public let message: String

  /// The message in events, without texts that may contain what users have entered.
  let reportedMessage: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
    reportedMessage = message
  }

  /// Creates an error for a value that could not be decoded.
  ///
  /// - Parameters:
  ///   - code: The code.
  ///   - message: The message before the description of the decoding error.
  ///   - error: The error that decoding has thrown.
  init(_ code: Code, _ message: String, decoding error: any Error) {
    let description = DecodingErrorDescription(error)
    self.code = code
    self.message = message + description.description
    reportedMessage = message + description.reported
  }

  /// The message with the code.
  public var description: String { "\(message) (\(code.rawValue))" }

  /// The stable codes.
  ///
  /// A code is never reused with another meaning.
  public enum Code: String, Sendable, CaseIterable {
    /// A signed release, key set or key has an unknown format.
    case malformedEnvelope = "malformed-envelope"
    /// A release is not signed by a trusted key, or its document was changed.
    case signatureMismatch = "signature-mismatch"
    /// A signed release is for another application or environment.
    case wrongAudience = "wrong-audience"
    /// A signed release is older than the bundled one, or than one that the device has accepted.
    case staleRelease = "stale-release"
    /// A signed release has the number of an accepted one, but a different document.
    case conflictingRelease = "conflicting-release"
    /// The signed statement about a release has expired according to the device's clock.
    case expiredRelease = "expired-release"
    /// A signed release cannot be read or compiled by this build.
    case unusableRelease = "unusable-release"
    /// A text is not an SDK key.
    case invalidSDKKey = "invalid-sdk-key"
    /// A text is not the URL of a server.
    case invalidServer = "invalid-server"
    /// The flows bundled with the app do not name their application.
    case missingApplication = "missing-application"
    /// The server rejected the announcement of a build under development.
    case announcementRejected = "announcement-rejected"
    /// A response is larger than the limit.
    case responseTooLarge = "response-too-large"
    /// The server cannot be reached.
    case unreachable = "unreachable"
    /// The server rejected the SDK key.
    case rejectedKey = "rejected-key"
    /// The server has no release for this application and environment.
    case noRelease = "no-release"
    /// The server sent a response that the SDK cannot handle.
    case unexpectedResponse = "unexpected-response"
    /// A snapshot is too large or not accepted by the server, or the app runs in production.
    case snapshotRejected = "snapshot-rejected"
    /// A picture of a drawn screen cannot be loaded.
    case pictureUnavailable = "picture-unavailable"
    /// The data received for a picture of a drawn screen does not match its hash.
    case pictureMismatch = "picture-mismatch"
    /// Live streams are blocked; the client polls instead.
    case streamBlocked = "stream-blocked"
    /// A cached release is corrupt, truncated, tampered with or outdated.
    case corruptCache = "corrupt-cache"
    /// A release could not be cached for the next launch.
    case cacheNotWritten = "cache-not-written"
    /// The server rejected a batch of events because of its content.
    case batchRejected = "batch-rejected"
    /// Events were dropped because a limit was reached.
    case eventsDropped = "events-dropped"
    /// Stored events cannot be read.
    case corruptJournal = "corrupt-journal"
    /// Events cannot be written to disk; they are kept in memory.
    case journalNotWritten = "journal-not-written"

    /// Two screens are registered with the same name.
    case duplicateScreen = "duplicate-screen"
    /// A screen declares an output or a need that its types do not have, its blocks are invalid, or
    /// the type of a step in code is registered instead of a value.
    case invalidScreen = "invalid-screen"
    /// A screen's `Content` type cannot decode the content.
    case contentMismatch = "content-mismatch"
    /// A value that a screen needs has not been entered, or is of another type.
    case needMismatch = "need-mismatch"
    /// A screen or an action declares an output for which the outputs type has no coding key.
    case unknownOutput = "unknown-output"
    /// An outputs type has a property that is not optional.
    case outputNotOptional = "output-not-optional"
    /// A flow shows a screen that this build does not have.
    case missingScreen = "missing-screen"
    /// A screen fired a port after it was left, or while code runs, and not by a double tap.
    case staleScreen = "stale-screen"
    /// A port that provides the screen's output was fired without it.
    case missingOutput = "missing-output"
    /// The screen does not have a port with this name.
    case unknownPort = "unknown-port"
    /// A step presented a screen outside of a navigator.
    case noPresenter = "no-presenter"
    /// A step that takes an input was performed without one.
    case missingInput = "missing-input"
    /// A step presented a screen while it is already presenting another one.
    case alreadyPresenting = "already-presenting"
    /// A link's pattern or its closure is wrong.
    case invalidLink = "invalid-link"
    /// A link leads to a step that a decision before it does not allow.
    case blockedLink = "blocked-link"
    /// The state of the last launch cannot be read.
    case stateNotRead = "state-not-read"
    /// The state cannot be written for the next launch.
    case stateNotWritten = "state-not-written"
    /// The stored result of an effect, written by an earlier build of the app, cannot be decoded by
    /// this build.
    case unreadableResult = "unreadable-result"
    /// Decisions lead to each other in an endless cycle.
    case decisionCycle = "decision-cycle"
    /// The app's bundle does not contain the flows.
    case missingFile = "missing-file"
    /// A flow written in Swift has no steps, a duplicate step or a route to a missing step, or the
    /// bundled flows start at a missing step, or have a route to a missing step or flow.
    case invalidFlow = "invalid-flow"
    /// A registered screen has no view, or a screen has two.
    case screenWithoutView = "screen-without-view"
    /// Two actions, custom blocks or live data values of drawn screens have the same name, or one
    /// has an empty name.
    case invalidBlocks = "invalid-blocks"
    /// A drawn screen calls an action that this build does not have, or with wrong parameters.
    case invalidCall = "invalid-call"
    /// A drawn screen opens a URL that the app does not allow.
    case rejectedURL = "rejected-url"
  }
}

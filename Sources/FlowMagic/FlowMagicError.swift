/// Why the SDK refused something, with a stable code and a sentence.
///
/// Every failing function of this module throws this type, or a `FlowError` of the engine where a
/// document is at fault. `docs/sdk-errors.md` explains each code.
public struct FlowMagicError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of refusal this is.
  public let code: Code

  /// A sentence for people: what is wrong and what would be right.
  public let message: String

  /// Makes an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The sentence with its code.
  public var description: String { "\(message) (\(code.rawValue))" }

  /// The stable codes.
  ///
  /// A code is never reused for something else.
  public enum Code: String, Sendable, CaseIterable {
    /// What arrived is not a signed release, key set or key in the form that this SDK knows.
    case malformedEnvelope = "malformed-envelope"
    /// No trusted key signed what arrived, or what was signed is not what arrived.
    case signatureMismatch = "signature-mismatch"
    /// A signed release is for another application or environment.
    case wrongAudience = "wrong-audience"
    /// A signed release is older than one that was seen already.
    case staleRelease = "stale-release"
    /// A signed release has the number of one that was seen, and another document.
    case conflictingRelease = "conflicting-release"
    /// The server's word about a release has ended by this device's clock; it stays in use.
    case expiredRelease = "expired-release"
    /// A signed release cannot be read or compiled by this build.
    case unusableRelease = "unusable-release"
    /// What an app was built with is not an SDK key.
    case invalidSDKKey = "invalid-sdk-key"
    /// An answer is larger than the SDK reads.
    case answerTooLarge = "answer-too-large"
    /// The server cannot be reached.
    case unreachable = "unreachable"
    /// The server does not accept the SDK key.
    case refusedKey = "refused-key"
    /// The server has no release for this application and environment.
    case noRelease = "no-release"
    /// The server answered in a way that no rule foresees.
    case unexpectedAnswer = "unexpected-answer"
    /// A picture of a screen is none that the server takes, or is of production.
    case snapshotRefused = "snapshot-refused"
    /// Live streams do not get through; releases are asked for from time to time instead.
    case streamBlocked = "stream-blocked"
    /// A kept release is corrupt, cut off, tampered with or older than one that was seen.
    case damagedCache = "damaged-cache"
    /// A release could not be kept for the next start.
    case cacheNotWritten = "cache-not-written"
    /// The server refused a batch of events for what is in it; it is set aside.
    case batchRefused = "batch-refused"
    /// Events were given up because there was no room for them.
    case eventsDropped = "events-dropped"
    /// Kept events cannot be read.
    case damagedJournal = "damaged-journal"
    /// The disk takes no events; they wait in memory.
    case journalNotWritten = "journal-not-written"

    /// Two screens are registered under one name.
    case duplicateScreen = "duplicate-screen"
    /// Content is not what the screen's `Content` type decodes.
    case contentMismatch = "content-mismatch"
    /// A screen names an output that its outputs type has no key for.
    case unknownOutput = "unknown-output"
    /// An outputs type has a property that must always be there.
    case outputNotOptional = "output-not-optional"
    /// A flow leads to a screen that this build does not have.
    case missingScreen = "missing-screen"
    /// A screen fired a port after it had been left.
    case staleScreen = "stale-screen"
    /// A port that hands over the screen's output was fired without it.
    case missingOutput = "missing-output"
    /// A port was named that the screen does not have.
    case unknownPort = "unknown-port"
    /// A step asked for a screen where nobody shows one.
    case nobodyToAsk = "nobody-to-ask"
    /// A step asked for a screen while another one waits to be left.
    case alreadyAsking = "already-asking"
    /// The flows that should lie in the app's bundle are not there.
    case missingFile = "missing-file"
    /// A flow written in Swift has a step twice, or leads to one that it does not have.
    case invalidFlow = "invalid-flow"
    /// A registered screen has nothing that shows it, or something shows a screen twice.
    case screenWithoutView = "screen-without-view"
  }
}

/// An error of the engine, with a stable code, a message and the location.
///
/// Every public throwing function of FlowCore throws this one type. The code is for programs and
/// never changes its meaning; the message is for developers and explains how to fix the error.
/// `docs/errors.md` explains each code.
public struct FlowError: Error, Sendable, Equatable {
  // NB: a single pointer, because an error is passed on through every caller: as a plain struct of
  // a hundred bytes it made up a third of the browser build.
  private var storage: Storage

  /// The stable code of the error.
  public var code: Code { storage.code }

  /// A sentence for developers that describes the error and its fix.
  public var message: String { storage.message }

  /// The location of the error in the flow, as far as known.
  public var location: FlowLocation {
    get { storage.location }
    set { storage = Storage(code, message, newValue, position) }
  }

  /// The position of the error in the JSON text; nil if it is not about a place in a text.
  public var position: SourcePosition? {
    get { storage.position }
    set { storage = Storage(code, message, location, newValue) }
  }

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, location: FlowLocation = FlowLocation(),
    position: SourcePosition? = nil
  ) {
    storage = Storage(code, message, location, position)
  }

  private final class Storage: Sendable {
    let code: Code
    let message: String
    let location: FlowLocation
    let position: SourcePosition?

    init(_ code: Code, _ message: String, _ location: FlowLocation, _ position: SourcePosition?) {
      self.code = code
      self.message = message
      self.location = location
      self.position = position
    }
  }

  /// Whether both errors are equal.
  public static func == (left: FlowError, right: FlowError) -> Bool {
    left.code == right.code && UTF8Bytes.equal(left.message, right.message)
      && left.location == right.location && left.position == right.position
  }

  /// The stable codes.
  ///
  /// A code is never reused with another meaning.
  public enum Code: String, Sendable, CaseIterable {
    /// The text is not JSON as RFC 8259 defines it.
    case jsonSyntax = "json-syntax"
    /// The text is not UTF-8, or begins with a byte order mark.
    case jsonEncoding = "json-encoding"
    /// An object has the same key twice.
    case jsonDuplicateKey = "json-duplicate-key"
    /// Arrays and objects are nested deeper than the limit.
    case jsonTooDeep = "json-too-deep"
    /// The text is longer than the limit.
    case jsonTooLarge = "json-too-large"
    /// A `\u` escape is half of a surrogate pair.
    case jsonLoneSurrogate = "json-lone-surrogate"
    /// A number does not fit its type: an integer of at most 64 bits, or a finite double.
    case jsonNumberRange = "json-number-range"
    /// The engine does not know the `schema` of the document or manifest.
    case unknownSchema = "unknown-schema"
    /// The document has none of the formats that can be read.
    case unknownFormat = "unknown-format"
    /// A key that the format requires is missing.
    case missingKey = "missing-key"
    /// A value has a different type from the one that the format requires.
    case wrongType = "wrong-type"
    /// A value has the right type but is not one of the allowed values.
    case invalidValue = "invalid-value"
    /// The document is larger than a compiled release can be.
    case tooManyParts = "too-many-parts"
    /// There is no flow of this name.
    case unknownFlow = "unknown-flow"
    /// There is no step of this name.
    case unknownStep = "unknown-step"
    /// The step has no port of this name.
    case unknownPort = "unknown-port"
    /// No route of the port applies.
    case noRoute = "no-route"
    /// Skipped steps led back to each other.
    case skipCycle = "skip-cycle"
    /// Flows enter each other deeper than the limit.
    case tooManyNestedFlows = "too-many-nested-flows"
    /// The session has finished or failed; no port can be fired.
    case sessionEnded = "session-ended"
    /// A step needs an output that the session does not have.
    case missingNeed = "missing-need"
    /// A saved session is invalid, or a session does not match the release that it is restored into
    /// or moved to.
    case sessionMismatch = "session-mismatch"
  }
}

/// A location in an application's flows; a nil member means that the location is the level above.
public struct FlowLocation: Sendable, Hashable {
  /// The flow's id.
  public var flow: Name?
  /// The step's id.
  public var step: Name?
  /// The port's name.
  public var port: Name?
  /// The route's index on the port, from 0.
  public var route: Int?

  /// Creates a location.
  public init(flow: Name? = nil, step: Name? = nil, port: Name? = nil, route: Int? = nil) {
    self.flow = flow
    self.step = step
    self.port = port
    self.route = route
  }
}

/// A position in a JSON text.
public struct SourcePosition: Sendable, Equatable {
  /// The index of the byte in the text, from 0.
  public let offset: Int
  /// The line, from 1.
  public let line: Int
  /// The column in UTF-8 bytes, from 1.
  public let column: Int
  /// The value's JSON Pointer (RFC 6901); empty for the whole text.
  public let pointer: String

  /// Creates a position.
  public init(offset: Int, line: Int, column: Int, pointer: String) {
    self.offset = offset
    self.line = line
    self.column = column
    self.pointer = pointer
  }

  /// Whether both are the same position.
  public static func == (left: SourcePosition, right: SourcePosition) -> Bool {
    left.offset == right.offset && left.line == right.line && left.column == right.column
      && UTF8Bytes.equal(left.pointer, right.pointer)
  }
}

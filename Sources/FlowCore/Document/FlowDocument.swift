/// All flows of an application, as edited: the contents of a draft, a release or a file.
///
/// This is the readable, mutable form. `Release(document)` compiles it into the form that runs.
/// Members that this version of the engine does not know are preserved in `unknown`.
public struct FlowDocument: Sendable, Equatable {
  /// The version of the native format that this engine reads and writes.
  public static let schema = 1

  /// The application that the flows belong to.
  public var application: Name?
  /// The environment that the release is for; nil in a draft.
  public var environment: Name?
  /// The release's number; nil in a draft.
  public var number: Int?
  /// The format that the document was read from; nil for the native one.
  public var origin: DocumentFormat?
  /// The flows; the first is where the application starts.
  public var flows: [Flow]
  /// The texts that `$text` refers to, by locale.
  public var strings: [StringTable]
  /// The locale whose texts are used where the user's has none; if nil, the first of ``locales``
  /// or, without any, of ``strings``.
  public var defaultLocale: Name?
  /// The locales that the application supports; the verifier reports a text that one of them lacks.
  public var locales: [Name]
  /// The saved segments that `$inGroup` and `$notInGroup` refer to.
  public var segments: [Segment]
  /// The application's custom attributes with their types, for the verifier and the portal.
  public var attributes: [AttributeDeclaration]
  /// Members that this version of the engine does not know, preserved as they are.
  public var unknown: JSONObject

  /// Creates a document.
  public init(
    application: Name? = nil, environment: Name? = nil, number: Int? = nil,
    origin: DocumentFormat? = nil, flows: [Flow] = [], strings: [StringTable] = [],
    defaultLocale: Name? = nil, locales: [Name] = [], segments: [Segment] = [],
    attributes: [AttributeDeclaration] = [], unknown: JSONObject = JSONObject()
  ) {
    self.application = application
    self.environment = environment
    self.number = number
    self.origin = origin
    self.flows = flows
    self.strings = strings
    self.defaultLocale = defaultLocale
    self.locales = locales
    self.segments = segments
    self.attributes = attributes
    self.unknown = unknown
  }
}

/// The formats that the engine reads and writes.
public enum DocumentFormat: String, Sendable, CaseIterable {
  /// The native document, schema 1.
  case native
  /// The Flow Magic document: `screenFlow` entries of screen, port and destination.
  case flowMagic = "flowmagic"
  /// The FlowKit document: `initialStepId` and steps with `nextStep` or `nextSteps`.
  case flowKit = "flowkit"

  /// Whether a key is the name of a format; such a member, in which ``ForeignMembers`` preserves
  /// source text of that format, has no meaning in another one.
  static func isName(_ key: Name) -> Bool {
    for format in allCases where Name(format.rawValue) == key { return true }
    return false
  }
}

/// A graph of steps with one start.
public struct Flow: Sendable, Equatable {
  /// The id, unique in the document.
  public var id: Name
  /// The id of the first step.
  public var start: Name
  /// The steps; their order has no meaning.
  public var steps: [FlowStep]
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a flow.
  public init(id: Name, start: Name, steps: [FlowStep], unknown: JSONObject = JSONObject()) {
    self.id = id
    self.start = start
    self.steps = steps
    self.unknown = unknown
  }
}

/// One use of a screen in a flow.
public struct FlowStep: Sendable, Equatable {
  /// The id, unique in its flow.
  public var id: Name
  /// The name of the screen to show.
  public var screen: Name
  /// The content passed to the screen; nil if the document has none.
  public var content: JSON?
  /// The condition for showing the step; if it is false, the step is left through its port
  /// `next` without being shown.
  public var showWhen: JSON?
  /// The ports with their routes; without ports, users stay on the step.
  public var ports: [FlowPort]
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a step.
  public init(
    id: Name, screen: Name, content: JSON? = nil, showWhen: JSON? = nil, ports: [FlowPort] = [],
    unknown: JSONObject = JSONObject()
  ) {
    self.id = id
    self.screen = screen
    self.content = content
    self.showWhen = showWhen
    self.ports = ports
    self.unknown = unknown
  }
}

/// A named exit of a step.
public struct FlowPort: Sendable, Equatable {
  /// The name, unique in its step.
  public var name: Name
  /// The routes in order: the first one that applies is taken.
  public var routes: [Route]

  /// Creates a port.
  public init(name: Name, routes: [Route]) {
    self.name = name
    self.routes = routes
  }
}

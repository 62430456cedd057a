/// The declarations of one build of an application.
///
/// The verifier checks a document against the manifests of all builds in use, so that a published
/// flow never requires something that a build does not have.
public struct Manifest: Sendable, Equatable {
  /// The version of the manifest format that this engine reads and writes.
  public static let schema = 1

  /// The application.
  public var application: Name?
  /// The build's platform, such as `ios`.
  public var platform: Name?
  /// The build's version, such as `2.3.0`.
  public var version: Name?
  /// The build number.
  public var build: Name?
  /// The build's share of the last 30 days' sessions, from 0 to 1; nil if unknown.
  public var share: JSONNumber?
  /// The screens.
  public var screens: [ScreenDeclaration]
  /// The attributes that the build provides.
  public var attributes: [AttributeDeclaration]
  /// The flows bundled with the build.
  public var flows: [Flow]
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a manifest.
  public init(
    application: Name? = nil, platform: Name? = nil, version: Name? = nil, build: Name? = nil,
    share: JSONNumber? = nil, screens: [ScreenDeclaration] = [],
    attributes: [AttributeDeclaration] = [], flows: [Flow] = [],
    unknown: JSONObject = JSONObject()
  ) {
    self.application = application
    self.platform = platform
    self.version = version
    self.build = build
    self.share = share
    self.screens = screens
    self.attributes = attributes
    self.flows = flows
    self.unknown = unknown
  }
}

/// The declaration of one screen in an app's code.
public struct ScreenDeclaration: Sendable, Equatable {
  /// The name, unique in the manifest.
  public var name: Name
  /// The ports.
  public var ports: [PortDeclaration]
  /// The output keys that must exist on every path to the screen.
  public var needs: [KeyDeclaration]
  /// The output keys that the screen may write, with their types.
  public var provides: [KeyDeclaration]
  /// The schema of the content: the subset of JSON Schema that `ContentSchema` supports; nil
  /// accepts any content.
  public var content: JSON?
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a declaration.
  public init(
    name: Name, ports: [PortDeclaration] = [], needs: [KeyDeclaration] = [],
    provides: [KeyDeclaration] = [], content: JSON? = nil, unknown: JSONObject = JSONObject()
  ) {
    self.name = name
    self.ports = ports
    self.needs = needs
    self.provides = provides
    self.content = content
    self.unknown = unknown
  }
}

/// The declaration of one port in an app's code.
public struct PortDeclaration: Sendable, Equatable {
  /// The name.
  public var name: Name
  /// The output keys that are always written when the screen is left through this port; if nil,
  /// all of the screen's.
  public var provides: [Name]?
  /// Members that this version of the engine does not know.
  public var unknown: JSONObject

  /// Creates a declaration.
  public init(name: Name, provides: [Name]? = nil, unknown: JSONObject = JSONObject()) {
    self.name = name
    self.provides = provides
    self.unknown = unknown
  }
}

/// An output key with the type of its value.
public struct KeyDeclaration: Sendable, Equatable {
  /// The key.
  public var key: Name
  /// The type of the value.
  public var type: ValueType

  /// Creates a declaration.
  public init(key: Name, type: ValueType) {
    self.key = key
    self.type = type
  }
}

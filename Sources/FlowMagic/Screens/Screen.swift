public import FlowCore

/// A unit of user interface that an app registers with a unique name.
///
/// A conforming type declares the ports, the content and the outputs of the screen; it is never
/// instantiated. A member of the wrong type is a compile-time error.
///
/// A notification or a request without an interface is a screen too (see ``Work``).
///
/// ```swift
/// struct Email: Screen {
///   enum Port: String, ActionPort { case next, skip }
///   struct Content: Codable, Sendable { var title: String }
///   static let output = \Answers.email
///   static let outputPorts: [Port] = [.next]
/// }
/// ```
public protocol Screen: ScreenDeclarations
where
  DeclaredName: ScreenName, DeclaredOutput: ScreenOutputProperty, DeclaredProvides: ScreenProvides,
  DeclaredOutputPorts: ScreenOutputPorts, DeclaredNeeds: ScreenNeeds,
  DeclaredContent: ScreenContent, DeclaredSchema: ScreenContent, InstanceName: DeclaredStatic,
  InstanceOutput: DeclaredStatic, InstanceProvides: DeclaredStatic,
  InstanceOutputPorts: DeclaredStatic, InstanceNeeds: DeclaredStatic,
  InstanceDefaultContent: DeclaredStatic, InstanceContentSchema: DeclaredStatic
{
  /// The screen's ports; `typealias Port = NoPort` for a screen that has none.
  associatedtype Port: ActionPort
  /// The content that a step passes to the screen.
  associatedtype Content: Decodable & Sendable = NoContent
  /// The members that a flow adds to a step besides its content, such as a name for analytics; by
  /// default none are decoded.
  ///
  /// Usually one type is used for all screens of an app. Read the value from
  /// ``ScreenProxy/metadata``.
  associatedtype Metadata: Decodable & Sendable = NoMetadata
  /// The output that the screen produces when it fires a port.
  associatedtype Output: Codable & Sendable = NoOutput
  /// The flow's outputs, which the screen reads and writes.
  associatedtype Outputs: FlowOutput = NoFlowOutput
  /// The values of ``needs``: a single value, or a tuple of several.
  associatedtype Needed: Sendable = Void

  /// The unique name of the screen in flow documents; by default the type's name.
  static var name: String { get }
  /// The property that stores the output for later screens; by default it is not stored.
  ///
  /// In Swift 5 mode without the upcoming feature `InferSendableFromCaptures`, declare its type
  /// explicitly: ``OutputProperty``.
  static var output: any WritableKeyPath<Outputs, Output?> & Sendable { get }
  /// The outputs that the screen provides; by default the property of `output`.
  ///
  /// A screen that provides several values has an `Output` with members of the same names.
  static var provides: Provides<Outputs> { get }
  /// The ports that always provide the output; by default all ports.
  static var outputPorts: [Port] { get }
  /// The outputs that every path to the screen must provide; by default none.
  ///
  /// Read their values, which are not optional, from ``ScreenProxy/needs``.
  static var needs: Needs<Outputs, Needed> { get }
  /// The content of a step that does not define its own; by default nil.
  ///
  /// The portal uses it for new steps of this screen.
  static var defaultContent: JSON? { get }
  /// A JSON Schema of the content; nil, the default, infers it from `Content`.
  ///
  /// `ContentSchema`, of FlowCore, documents which rules are checked.
  static var contentSchema: JSON? { get }
}

extension Screen {
  /// The type's name.
  public static var name: String { String(describing: Self.self) }

  /// By default, the output is not stored.
  public static var output: any WritableKeyPath<Outputs, Output?> & Sendable {
    \Outputs[notStored: ValueTag<Output>()]
  }

  /// By default, the property of ``output``.
  public static var provides: Provides<Outputs> {
    let notStored: any PartialKeyPath<Outputs> & Sendable = \Outputs[notStored: ValueTag<Output>()]
    return output == notStored ? [] : Provides([output])
  }

  /// By default, all ports.
  public static var outputPorts: [Port] { Array(Port.allCases) }

  /// By default, nil.
  public static var defaultContent: JSON? { nil }

  /// By default, inferred from `Content`.
  public static var contentSchema: JSON? { nil }
}

extension Screen where Needed == Void {
  /// By default, nothing is needed.
  public static var needs: Needs<Outputs, Void> { .none }
}

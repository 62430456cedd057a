public import FlowCore

/// The declarations of a ``Screen``, type-erased.
///
/// These members of a screen have defaults, so one of another type would be silently ignored:
/// `static let needs = [\Answers.email]` is an array of key paths, not a ``Needs``. This protocol
/// accepts a member of any type, and ``Screen`` constrains the type, so a wrong one is a
/// compile-time error. Do not conform to this protocol directly.
public protocol ScreenDeclarations:
  ScreenMistakes, ScreenNameDeclarations, ScreenOutputDeclarations, ScreenInputDeclarations
where
  NameFunction: DeclaredAsProperty, InstanceNameFunction: DeclaredAsProperty,
  OutputFunction: DeclaredAsProperty, InstanceOutputFunction: DeclaredAsProperty,
  ProvidesFunction: DeclaredAsProperty, InstanceProvidesFunction: DeclaredAsProperty,
  OutputPortsFunction: DeclaredAsProperty, InstanceOutputPortsFunction: DeclaredAsProperty,
  NeedsFunction: DeclaredAsProperty, InstanceNeedsFunction: DeclaredAsProperty,
  DefaultContentFunction: DeclaredAsProperty, InstanceDefaultContentFunction: DeclaredAsProperty,
  ContentSchemaFunction: DeclaredAsProperty, InstanceContentSchemaFunction: DeclaredAsProperty,
  Ports: DeclaredByName, Contents: DeclaredByName, DeclaredNeed: DeclaredByName,
  DeclaredOutputs: DeclaredByName
{}

/// The declaration of a screen's `name`; see ``ScreenDeclarations``.
public protocol ScreenNameDeclarations: Sendable {
  /// The type that `name` is declared with.
  associatedtype DeclaredName
  /// The type of a `name` that is not static and would be ignored.
  associatedtype InstanceName = NotDeclared

  /// See ``Screen``.
  static var name: DeclaredName { get }
  /// Not to be declared: `name` must be static.
  var name: InstanceName { get }
}

extension ScreenNameDeclarations {
  /// By default, not declared.
  public var name: NotDeclared { NotDeclared() }
}

/// The declarations of what a screen provides; see ``ScreenDeclarations``.
public protocol ScreenOutputDeclarations: Sendable {
  /// The type that `output` is declared with.
  associatedtype DeclaredOutput
  /// The type that `provides` is declared with.
  associatedtype DeclaredProvides
  /// The type that `outputPorts` is declared with.
  associatedtype DeclaredOutputPorts
  /// The type of an `output` that is not static and would be ignored.
  associatedtype InstanceOutput = NotDeclared
  /// The type of a `provides` that is not static and would be ignored.
  associatedtype InstanceProvides = NotDeclared
  /// The type of an `outputPorts` that is not static and would be ignored.
  associatedtype InstanceOutputPorts = NotDeclared

  /// See ``Screen``.
  static var output: DeclaredOutput { get }
  /// See ``Screen``.
  static var provides: DeclaredProvides { get }
  /// See ``Screen``.
  static var outputPorts: DeclaredOutputPorts { get }
  /// Not to be declared: `output` must be static.
  var output: InstanceOutput { get }
  /// Not to be declared: `provides` must be static.
  var provides: InstanceProvides { get }
  /// Not to be declared: `outputPorts` must be static.
  var outputPorts: InstanceOutputPorts { get }
}

extension ScreenOutputDeclarations {
  /// By default, not declared.
  public var output: NotDeclared { NotDeclared() }
  /// By default, not declared.
  public var provides: NotDeclared { NotDeclared() }
  /// By default, not declared.
  public var outputPorts: NotDeclared { NotDeclared() }
}

/// The declarations of what a screen needs and of its content; see ``ScreenDeclarations``.
public protocol ScreenInputDeclarations: Sendable {
  /// The type that `needs` is declared with.
  associatedtype DeclaredNeeds
  /// The type that `defaultContent` is declared with.
  associatedtype DeclaredContent
  /// The type that `contentSchema` is declared with.
  associatedtype DeclaredSchema
  /// The type of a `needs` that is not static and would be ignored.
  associatedtype InstanceNeeds = NotDeclared
  /// The type of a `defaultContent` that is not static and would be ignored.
  associatedtype InstanceDefaultContent = NotDeclared
  /// The type of a `contentSchema` that is not static and would be ignored.
  associatedtype InstanceContentSchema = NotDeclared

  /// See ``Screen``.
  static var needs: DeclaredNeeds { get }
  /// See ``Screen``.
  static var defaultContent: DeclaredContent { get }
  /// See ``Screen``.
  static var contentSchema: DeclaredSchema { get }
  /// Not to be declared: `needs` must be static.
  var needs: InstanceNeeds { get }
  /// Not to be declared: `defaultContent` must be static.
  var defaultContent: InstanceDefaultContent { get }
  /// Not to be declared: `contentSchema` must be static.
  var contentSchema: InstanceContentSchema { get }
}

extension ScreenInputDeclarations {
  /// By default, not declared.
  public var needs: NotDeclared { NotDeclared() }
  /// By default, not declared.
  public var defaultContent: NotDeclared { NotDeclared() }
  /// By default, not declared.
  public var contentSchema: NotDeclared { NotDeclared() }
}

/// A check that a screen's declarations are static: other members of these names would be ignored.
public protocol DeclaredStatic {}

/// The type of a member that has not been declared.
public struct NotDeclared: DeclaredStatic {
  init() {}
}

/// The type of a screen's `name`: `String`.
public protocol ScreenName {}
extension String: ScreenName {}

/// The type of a screen's `needs`: ``Needs``.
public protocol ScreenNeeds {}
extension Needs: ScreenNeeds {}

@available(*, unavailable, message: "Write `static let needs = Needs(\\Answers.email)`.")
extension Array: ScreenNeeds {}

/// The type of a screen's `provides`: ``Provides``.
public protocol ScreenProvides {}
extension Provides: ScreenProvides {}

@available(
  *, unavailable, message: "Declare it with its type, `static let provides: Provides = […]`."
)
extension Array: ScreenProvides {}

/// The type of a screen's `output`: a writable key path to an optional property of its outputs.
public protocol ScreenOutputProperty {}
extension WritableKeyPath: ScreenOutputProperty where Root: FlowOutput, Value: OptionalOutput {}

/// The type of a property in which a screen may store its output: an optional.
public protocol OptionalOutput {}
extension Optional: OptionalOutput {}

/// The type of a screen's `outputPorts`: an array of its ports.
public protocol ScreenOutputPorts {}
extension Array: ScreenOutputPorts where Element: ActionPort {}

/// The type of a screen's `defaultContent` and `contentSchema`: `JSON?`.
public protocol ScreenContent {}
extension Optional: ScreenContent where Wrapped == JSON {}

@available(*, unavailable, message: "Declare it as optional, `static let … : JSON? = …`.")
extension JSON: ScreenContent {}

/// The type of a screen's `output`, for declaring it where the compiler cannot infer it.
///
/// That is in Swift 5 mode without the upcoming feature `InferSendableFromCaptures`.
///
/// ```swift
/// static let output: OutputProperty<Answers, String> = \.email
/// ```
public typealias OutputProperty<Outputs: FlowOutput, Value> =
  any WritableKeyPath<Outputs, Value?> & Sendable

extension ScreenDeclarations {
  /// The reason why a declaration is inconsistent with the screen; nil if it is consistent.
  ///
  /// Finds what the compiler does not: an output or needs of other outputs than the screen's, ports
  /// of another screen, and in Swift 5 mode an `output` whose inferred type is not `Sendable`.
  static func declarationProblem<Port, Outputs: FlowOutput, Output, Needed: Sendable>(
    _ port: Port.Type, _ outputs: Outputs.Type, _ output: Output.Type, _ needed: Needed.Type
  ) -> String? {
    let declared: Any = Self.output
    guard declared is WritableKeyPath<Outputs, Output?> else {
      let keyPath = declared as? AnyKeyPath
      let root = keyPath.map { "\(Swift.type(of: $0).rootType)" } ?? "Outputs"
      let value = keyPath.map { "\(Swift.type(of: $0).valueType)".unwrappedTypeName } ?? "Output"
      return "declares the output \(declared), but has \(Output.self) as its Output and "
        + "\(Outputs.self) as its Outputs, so nothing would be stored. Write `static let output: "
        + "OutputProperty<\(root), \(value)> = …`, which Swift 5 mode needs, and remove a "
        + "`typealias` of Output or Outputs with another type."
    }
    let isOfOutputs = [
      ("needs", Self.needs is Needs<Outputs, Needed>),
      ("provides", Self.provides is Provides<Outputs>),
    ]
    for (name, isOfOutputs) in isOfOutputs where !isOfOutputs {
      return "declares `\(name)` of other outputs than its Outputs, \(Outputs.self). All of a "
        + "screen's outputs are properties of one type."
    }
    let declaredPorts: Any = Self.outputPorts
    guard declaredPorts is [Port] else {
      return "declares `outputPorts` as \(Swift.type(of: declaredPorts)), which are not its own "
        + "ports. Write `static let outputPorts: [Port] = …`."
    }
    return nil
  }
}

extension String {
  /// The text `String` for `Optional<String>`.
  fileprivate var unwrappedTypeName: String {
    guard hasPrefix("Optional<"), hasSuffix(">") else { return self }
    return String(dropFirst("Optional<".count).dropLast())
  }
}

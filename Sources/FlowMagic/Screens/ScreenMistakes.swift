/// Mistakes in the declarations of a ``Screen`` that would compile as unrelated members and be
/// ignored: a function in place of a property, `enum Ports`, `struct Contents`.
///
/// Like ``ScreenDeclarations``, it accepts each of them with any type, and the protocol that
/// refines it rejects those that were declared. Do not conform to this protocol directly.
///
/// NB: several protocols, because the compiler tries all combinations of the static and the other
/// members of one protocol when it infers associated types: 2¹⁴ for these seven names, which took
/// it about a second for each screen.
public protocol ScreenMistakes: ScreenNameMistakes, ScreenOutputMistakes, ScreenInputMistakes,
  ScreenSpellingMistakes
{}

/// A function in place of `name`; see ``ScreenMistakes``.
public protocol ScreenNameMistakes: Sendable {
  /// The result of a function `name()`, which would be ignored.
  associatedtype NameFunction = NotDeclared
  /// The result of a function `name()` that is not static and would be ignored.
  associatedtype InstanceNameFunction = NotDeclared

  /// Not declared: `name` is a property.
  static func name() -> NameFunction
  /// Not declared: `name` is a property.
  func name() -> InstanceNameFunction
}

extension ScreenNameMistakes {
  /// Not declared: `name` is a property.
  public static func name() -> NotDeclared { NotDeclared() }
  /// Not declared: `name` is a property.
  public func name() -> NotDeclared { NotDeclared() }
}

/// Functions in place of `output`, `provides` and `outputPorts`; see ``ScreenMistakes``.
public protocol ScreenOutputMistakes: Sendable {
  /// The result of a function `output()`, which would be ignored.
  associatedtype OutputFunction = NotDeclared
  /// The result of a function `output()` that is not static and would be ignored.
  associatedtype InstanceOutputFunction = NotDeclared
  /// The result of a function `provides()`, which would be ignored.
  associatedtype ProvidesFunction = NotDeclared
  /// The result of a function `provides()` that is not static and would be ignored.
  associatedtype InstanceProvidesFunction = NotDeclared
  /// The result of a function `outputPorts()`, which would be ignored.
  associatedtype OutputPortsFunction = NotDeclared
  /// The result of a function `outputPorts()` that is not static and would be ignored.
  associatedtype InstanceOutputPortsFunction = NotDeclared

  /// Not declared: `output` is a property.
  static func output() -> OutputFunction
  /// Not declared: `output` is a property.
  func output() -> InstanceOutputFunction
  /// Not declared: `provides` is a property.
  static func provides() -> ProvidesFunction
  /// Not declared: `provides` is a property.
  func provides() -> InstanceProvidesFunction
  /// Not declared: `outputPorts` is a property.
  static func outputPorts() -> OutputPortsFunction
  /// Not declared: `outputPorts` is a property.
  func outputPorts() -> InstanceOutputPortsFunction
}

extension ScreenOutputMistakes {
  /// Not declared: `output` is a property.
  public static func output() -> NotDeclared { NotDeclared() }
  /// Not declared: `output` is a property.
  public func output() -> NotDeclared { NotDeclared() }
  /// Not declared: `provides` is a property.
  public static func provides() -> NotDeclared { NotDeclared() }
  /// Not declared: `provides` is a property.
  public func provides() -> NotDeclared { NotDeclared() }
  /// Not declared: `outputPorts` is a property.
  public static func outputPorts() -> NotDeclared { NotDeclared() }
  /// Not declared: `outputPorts` is a property.
  public func outputPorts() -> NotDeclared { NotDeclared() }
}

/// Functions in place of `needs`, `defaultContent` and `contentSchema`; see ``ScreenMistakes``.
public protocol ScreenInputMistakes: Sendable {
  /// The result of a function `needs()`, which would be ignored.
  associatedtype NeedsFunction = NotDeclared
  /// The result of a function `needs()` that is not static and would be ignored.
  associatedtype InstanceNeedsFunction = NotDeclared
  /// The result of a function `defaultContent()`, which would be ignored.
  associatedtype DefaultContentFunction = NotDeclared
  /// The result of a function `defaultContent()` that is not static and would be ignored.
  associatedtype InstanceDefaultContentFunction = NotDeclared
  /// The result of a function `contentSchema()`, which would be ignored.
  associatedtype ContentSchemaFunction = NotDeclared
  /// The result of a function `contentSchema()` that is not static and would be ignored.
  associatedtype InstanceContentSchemaFunction = NotDeclared

  /// Not declared: `needs` is a property.
  static func needs() -> NeedsFunction
  /// Not declared: `needs` is a property.
  func needs() -> InstanceNeedsFunction
  /// Not declared: `defaultContent` is a property.
  static func defaultContent() -> DefaultContentFunction
  /// Not declared: `defaultContent` is a property.
  func defaultContent() -> InstanceDefaultContentFunction
  /// Not declared: `contentSchema` is a property.
  static func contentSchema() -> ContentSchemaFunction
  /// Not declared: `contentSchema` is a property.
  func contentSchema() -> InstanceContentSchemaFunction
}

extension ScreenInputMistakes {
  /// Not declared: `needs` is a property.
  public static func needs() -> NotDeclared { NotDeclared() }
  /// Not declared: `needs` is a property.
  public func needs() -> NotDeclared { NotDeclared() }
  /// Not declared: `defaultContent` is a property.
  public static func defaultContent() -> NotDeclared { NotDeclared() }
  /// Not declared: `defaultContent` is a property.
  public func defaultContent() -> NotDeclared { NotDeclared() }
  /// Not declared: `contentSchema` is a property.
  public static func contentSchema() -> NotDeclared { NotDeclared() }
  /// Not declared: `contentSchema` is a property.
  public func contentSchema() -> NotDeclared { NotDeclared() }
}

/// Other spellings of `Port`, `Content`, `needs` and `output`; see ``ScreenMistakes``.
public protocol ScreenSpellingMistakes: Sendable {
  /// A type `Ports` that is meant to be `Port` and would be ignored.
  associatedtype Ports = NotDeclared
  /// A type `Contents` that is meant to be `Content` and would be ignored.
  associatedtype Contents = NotDeclared
  /// The type of a `need` that is meant to be `needs` and would be ignored.
  associatedtype DeclaredNeed = NotDeclared
  /// The type of an `outputs` that is meant to be `output` and would be ignored.
  associatedtype DeclaredOutputs = NotDeclared

  /// Not declared: the correct name is `needs`.
  static var need: DeclaredNeed { get }
  /// Not declared: the correct name is `output`.
  static var outputs: DeclaredOutputs { get }
}

extension ScreenSpellingMistakes {
  /// Not declared: the correct name is `needs`.
  public static var need: NotDeclared { NotDeclared() }
  /// Not declared: the correct name is `output`.
  public static var outputs: NotDeclared { NotDeclared() }
}

/// A check that a screen's declarations are properties: functions with these names would be
/// ignored.
public protocol DeclaredAsProperty {}

/// A check that a screen's members are spelled `Port`, `Content`, `needs` and `output`: other
/// spellings would be ignored.
public protocol DeclaredByName {}

extension NotDeclared: DeclaredAsProperty, DeclaredByName {}

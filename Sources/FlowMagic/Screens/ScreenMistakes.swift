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

  /// Not to be declared: `name` must be a property.
  static func name() -> NameFunction
  /// Not to be declared: `name` must be a property.
  func name() -> InstanceNameFunction
}

extension ScreenNameMistakes {
  /// By default, not declared.
  public static func name() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
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

  /// Not to be declared: `output` must be a property.
  static func output() -> OutputFunction
  /// Not to be declared: `output` must be a property.
  func output() -> InstanceOutputFunction
  /// Not to be declared: `provides` must be a property.
  static func provides() -> ProvidesFunction
  /// Not to be declared: `provides` must be a property.
  func provides() -> InstanceProvidesFunction
  /// Not to be declared: `outputPorts` must be a property.
  static func outputPorts() -> OutputPortsFunction
  /// Not to be declared: `outputPorts` must be a property.
  func outputPorts() -> InstanceOutputPortsFunction
}

extension ScreenOutputMistakes {
  /// By default, not declared.
  public static func output() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public func output() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public static func provides() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public func provides() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public static func outputPorts() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
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

  /// Not to be declared: `needs` must be a property.
  static func needs() -> NeedsFunction
  /// Not to be declared: `needs` must be a property.
  func needs() -> InstanceNeedsFunction
  /// Not to be declared: `defaultContent` must be a property.
  static func defaultContent() -> DefaultContentFunction
  /// Not to be declared: `defaultContent` must be a property.
  func defaultContent() -> InstanceDefaultContentFunction
  /// Not to be declared: `contentSchema` must be a property.
  static func contentSchema() -> ContentSchemaFunction
  /// Not to be declared: `contentSchema` must be a property.
  func contentSchema() -> InstanceContentSchemaFunction
}

extension ScreenInputMistakes {
  /// By default, not declared.
  public static func needs() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public func needs() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public static func defaultContent() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public func defaultContent() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
  public static func contentSchema() -> NotDeclared { NotDeclared() }
  /// By default, not declared.
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

  /// Not to be declared: the correct name is `needs`.
  static var need: DeclaredNeed { get }
  /// Not to be declared: the correct name is `output`.
  static var outputs: DeclaredOutputs { get }
}

extension ScreenSpellingMistakes {
  /// By default, not declared.
  public static var need: NotDeclared { NotDeclared() }
  /// By default, not declared.
  public static var outputs: NotDeclared { NotDeclared() }
}

/// A check that a screen's declarations are properties: functions with these names would be
/// ignored.
public protocol DeclaredAsProperty {}

/// A check that a screen's members are spelled `Port`, `Content`, `needs` and `output`: other
/// spellings would be ignored.
public protocol DeclaredByName {}

extension NotDeclared: DeclaredAsProperty, DeclaredByName {}

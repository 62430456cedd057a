public import FlowCore

/// A unit of interface that an app's code registers under a unique name.
///
/// A type that conforms declares what flows may do with the screen; it is never instantiated. A
/// notification, or a request without an interface, is a screen as well.
///
/// ```swift
/// struct Email: Screen {
///   enum Port: String, ActionPort { case next, skip }
///   struct Content: Codable, Sendable { var title: String }
///   static let output = \Answers.email
///   static let outputPorts: [Port] = [.next]
/// }
/// ```
public protocol Screen: Sendable {
  /// The ways out.
  associatedtype Port: ActionPort = NoPort
  /// What a step hands to the screen.
  associatedtype Content: Decodable & Sendable = NoContent
  /// What the screen produces when it is left.
  associatedtype Output: Codable & Sendable = NoOutput
  /// The outputs that the screen reads from and writes to.
  associatedtype Outputs: FlowOutput = NoAnswers

  /// The unique name by which flows know the screen; the type's name unless declared.
  static var name: String { get }
  /// Where the output is kept for later screens; nowhere unless declared.
  static var output: any WritableKeyPath<Outputs, Output?> & Sendable { get }
  /// What the screen may write: where `output` leads, unless declared.
  ///
  /// A screen that writes several values has an `Output` with members of the same names.
  static var provides: Needs<Outputs> { get }
  /// The ports by which the output is surely written; all of them unless declared.
  static var outputPorts: [Port] { get }
  /// What must have been entered on every way to the screen; nothing unless declared.
  static var needs: Needs<Outputs> { get }
  /// The content for a step that has none; nil unless declared.
  ///
  /// The portal begins a new step of this screen with it.
  static var defaultContent: JSON? { get }
  /// A JSON Schema of the content; nil, as long as it is not declared, derives it from `Content`.
  ///
  /// ``ContentSchema`` says which rules are checked.
  static var contentSchema: JSON? { get }
}

extension Screen {
  /// The type's name.
  public static var name: String { String(describing: Self.self) }

  /// Nowhere.
  public static var output: any WritableKeyPath<Outputs, Output?> & Sendable {
    \Outputs[nowhere: ValueTag<Output>()]
  }

  /// Where ``output`` leads.
  public static var provides: Needs<Outputs> {
    let nowhere: any PartialKeyPath<Outputs> & Sendable = \Outputs[nowhere: ValueTag<Output>()]
    return output == nowhere ? [] : Needs([output])
  }

  /// All ports.
  public static var outputPorts: [Port] { Array(Port.allCases) }

  /// Nothing.
  public static var needs: Needs<Outputs> { [] }

  /// None.
  public static var defaultContent: JSON? { nil }

  /// Derived from `Content`.
  public static var contentSchema: JSON? { nil }
}

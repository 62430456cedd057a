/// Properties of a flow's outputs that a screen needs or provides.
///
/// ```swift
/// static let needs: Needs = [\Answers.email, \Answers.birthday]
/// ```
public struct Needs<Outputs: FlowOutput>: Sendable, ExpressibleByArrayLiteral {
  /// A property of the outputs.
  public typealias Property = any PartialKeyPath<Outputs> & Sendable

  /// The properties.
  public let properties: [Property]

  /// Creates a list.
  public init(_ properties: [Property]) {
    self.properties = properties
  }

  /// Creates a list.
  public init(arrayLiteral elements: Property...) {
    self.init(elements)
  }
}

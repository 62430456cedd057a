/// The outputs of earlier screens of a flow that a screen requires.
///
/// ```swift
/// static let needs = Needs(\Answers.email, \Answers.birthday)
/// ```
///
/// A flow with a path to the screen that does not provide these outputs cannot be published, so the
/// view reads the values without optionals: ``ScreenProxy/needs`` is a single value, or a tuple of
/// several in the order of their declaration: `let (email, birthday) = summary.needs`.
public struct Needs<Outputs: FlowOutput, Values: Sendable>: Sendable {
  /// A property of the outputs.
  public typealias Property = any PartialKeyPath<Outputs> & Sendable

  /// The properties.
  public let properties: [Property]
  private let read: @Sendable (Outputs) throws(MissingProperty) -> Values
  private let write: @Sendable (Values, inout Outputs) -> Void

  /// Declares needs.
  ///
  /// - Parameter property: The properties of the outputs.
  public init<each Value: Sendable>(
    _ property: repeat OutputProperty<Outputs, each Value>
  ) where Values == (repeat each Value) {
    var properties: [Property] = []
    for property in repeat each property { properties.append(property) }
    self.properties = properties
    read = { outputs throws(MissingProperty) in
      (repeat try value(of: each property, in: outputs))
    }
    write = { values, outputs in
      repeat set(each property, to: each values, in: &outputs)
    }
  }

  private init(
    properties: [Property], read: @escaping @Sendable (Outputs) throws(MissingProperty) -> Values,
    write: @escaping @Sendable (Values, inout Outputs) -> Void
  ) {
    self.properties = properties
    self.read = read
    self.write = write
  }

  /// The values; throws an error with the first property that has no value.
  func values(of outputs: Outputs) throws(MissingProperty) -> Values { try read(outputs) }

  /// The outputs with the values filled in.
  func outputs(_ outputs: Outputs, with values: Values) -> Outputs {
    var outputs = outputs
    write(values, &outputs)
    return outputs
  }
}

@available(*, unavailable, message: "Write `static let needs = Needs(\\Answers.email)`.")
extension Needs: ExpressibleByArrayLiteral where Values == Void {
  /// Rejects an array literal, because each property has a type of its own.
  public init(arrayLiteral elements: Property...) {
    self = .none
  }
}

extension Needs where Values == Void {
  /// No needs.
  ///
  /// NB: not `Needs()`, which could also be a call of `init(arrayLiteral:)` without elements.
  static var none: Needs {
    Needs(properties: []) { _ in
    } write: { _, _ in
    }
  }
}

/// An error for a needed property without a value.
struct MissingProperty: Error {
  let name: String
}

private func value<Outputs: FlowOutput, Value>(
  of property: OutputProperty<Outputs, Value>, in outputs: Outputs
) throws(MissingProperty) -> Value {
  guard let value = outputs[keyPath: property] else {
    throw MissingProperty(name: "\(property)")
  }
  return value
}

private func set<Outputs: FlowOutput, Value>(
  _ property: OutputProperty<Outputs, Value>, to value: Value, in outputs: inout Outputs
) {
  outputs[keyPath: property] = value
}

/// The properties of a flow's outputs that a screen provides together.
///
/// ```swift
/// static let provides: Provides = [\Answers.email, \Answers.country]
/// ```
public struct Provides<Outputs: FlowOutput>: Sendable, ExpressibleByArrayLiteral {
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

/// The outputs of a flow's screens, with a name and a type for each value.
///
/// Declare one struct for each flow. Every property is optional, because it has no value at first.
/// Screens refer to its properties to declare what they provide and what they need.
///
/// ```swift
/// struct Answers: FlowOutput { var email: String?; var birthday: Date? }
/// ```
public protocol FlowOutput: Codable, Sendable {
  /// Creates a value without any output.
  init()
}

/// The outputs of a screen that reads and writes none.
public struct NoFlowOutput: FlowOutput, Equatable {
  /// Creates a value.
  public init() {}
}

/// The output of a screen that has none.
public struct NoOutput: Codable, Sendable, Hashable {
  /// Creates a value.
  public init() {}
}

/// The content of a screen that has none; accepts any JSON.
public struct NoContent: Codable, Sendable, Hashable {
  /// Creates a value.
  public init() {}

  /// Creates a value from any JSON.
  public init(from decoder: any Decoder) {}
}

/// The metadata of a screen that reads none; accepts any members.
public struct NoMetadata: Codable, Sendable, Hashable {
  /// Creates a value.
  public init() {}

  /// Creates a value from any JSON.
  public init(from decoder: any Decoder) {}
}

extension FlowOutput {
  /// The property for the default of `Screen.output`, which is not stored.
  public subscript<Value>(notStored type: ValueTag<Value>) -> Value? {
    get { nil }
    set {}
  }
}

/// A hashable value that represents a type, for use in key paths.
public struct ValueTag<Value>: Hashable, Sendable {
  /// Creates a value.
  public init() {}
}

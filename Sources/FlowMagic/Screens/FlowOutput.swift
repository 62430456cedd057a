/// What a person has entered on their way, with a name and a type for each value.
///
/// One struct for a flow: every property is optional, because nobody has entered it at first.
/// Screens name its properties as what they write and what they need.
///
/// ```swift
/// struct Answers: FlowOutput { var email: String?; var birthday: Date? }
/// ```
public protocol FlowOutput: Codable, Sendable {
  /// Makes a value in which nothing has been entered.
  init()
}

/// For screens that need and write nothing that another screen reads.
public struct NoAnswers: FlowOutput, Equatable {
  /// Makes a value.
  public init() {}
}

/// The output of a screen that produces none.
public struct NoOutput: Codable, Sendable, Hashable {
  /// Makes a value.
  public init() {}
}

/// The content of a screen that reads none; any JSON will do.
public struct NoContent: Codable, Sendable, Hashable {
  /// Makes a value.
  public init() {}

  /// Makes a value, whatever stands in the document.
  public init(from decoder: any Decoder) {}
}

extension FlowOutput {
  /// The place that a screen's output has when no property was named: nowhere.
  public subscript<Value>(nowhere type: ValueTag<Value>) -> Value? {
    get { nil }
    set {}
  }
}

/// Stands for a type where a hashable value is asked for.
public struct ValueTag<Value>: Hashable, Sendable {
  /// Makes a value.
  public init() {}
}

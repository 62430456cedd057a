public import FlowCore
import Foundation

/// A link that opens a step: a universal link, a URL of the app's own scheme, a notification's.
///
/// ```swift
/// FlowLink("/plan/:country", to: "planPicker") { link in
///   Answers(country: link.country)
/// }
/// ```
///
/// The pattern is compared with the path of a web address, and with host and path of a URL of
/// another scheme: `https://shop.example.com/plan/DE` and `shop://plan/DE` are the same here. Of an
/// app's links, the first that matches wins; one that can never match because of an earlier one is
/// an error when links are set.
///
/// Outputs entered so far are kept. Behind the step are the steps of `through`, or else those of
/// the shortest path that this user could take to it. An output that the step needs and that has
/// not been entered is asked for first, where the flow has a step for it on a path there.
public struct FlowLink: Sendable {
  let pattern: LinkPattern
  let step: Name
  let flow: Name?
  let backStack: [Name]?
  let outputs: @Sendable (LinkParameters) throws -> JSONObject

  /// Creates a link that brings outputs.
  ///
  /// - Parameters:
  ///   - pattern: The path; `:name` stands for one component of any text.
  ///   - step: The step's id.
  ///   - flow: The flow's id; the first flow that has the step when nil.
  ///   - backStack: The steps behind it, the first one first; nil for the shortest path.
  ///   - outputs: Returns the outputs that earlier steps would have provided; an error that it
  ///     throws refuses the link.
  public init<Outputs: FlowOutput>(
    _ pattern: String, to step: Name, of flow: Name? = nil, through backStack: [Name]? = nil,
    outputs: @escaping @Sendable (LinkParameters) throws -> Outputs
  ) {
    self.pattern = LinkPattern(pattern)
    self.step = step
    self.flow = flow
    self.backStack = backStack
    self.outputs = { try JSON(encoding: outputs($0)).object ?? JSONObject() }
  }

  /// Creates a link that brings nothing.
  ///
  /// - Parameters:
  ///   - pattern: The path; `:name` stands for one component of any text.
  ///   - step: The step's id.
  ///   - flow: The flow's id; the first flow that has the step when nil.
  ///   - backStack: The steps behind it, the first one first; nil for the shortest path.
  public init(
    _ pattern: String, to step: Name, of flow: Name? = nil, through backStack: [Name]? = nil
  ) {
    self.init(pattern, to: step, of: flow, through: backStack) { _ in NoFlowOutput() }
  }
}

/// The parts of a URL that a link's pattern names, and its query.
///
/// Anyone can write a link: check what comes from one like what a user types.
@dynamicMemberLookup
public struct LinkParameters: Sendable {
  let values: [String: String]
  let query: [String: String]
  /// Names that were read and that the pattern does not have.
  let unknown = Locked<[String]>([])

  /// The text in the place of `:name`, decoded.
  ///
  /// - Parameter name: The name. One that the pattern does not have is an error when links are set.
  public subscript(dynamicMember name: String) -> String {
    if let value = values[name] { return value }
    unknown.withLock { $0.append(name) }
    return ""
  }

  /// A value of the URL's query; nil if it has none of this name.
  ///
  /// - Parameter name: The name.
  public subscript(query name: String) -> String? { query[name] }
}

/// The result of opening a link.
public enum LinkResult: Sendable, Equatable {
  /// The step is shown.
  case opened
  /// A step is shown that asks for what is missing; the flow goes on from there.
  case asking(Name)
  /// The flow has not started yet; the link is opened then.
  case waiting
  /// The step cannot be shown, and the current one stays; why, for developers.
  case refused(String)
  /// No link of the app has this pattern; another part of the app may take the URL.
  case unknown
}

/// The path that a link is for.
struct LinkPattern: Sendable {
  enum Part: Sendable, Equatable {
    case text(String)
    case parameter(String)
  }

  let text: String
  let parts: [Part]

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/").map {
      $0.hasPrefix(":") ? .parameter(String($0.dropFirst())) : .text(String($0))
    }
  }

  var names: [String] {
    parts.compactMap { part in
      if case .parameter(let name) = part { name } else { nil }
    }
  }

  /// Whether it takes every path that the other one takes: `/plan/:x` covers `/plan/new`.
  ///
  /// Several patterns together cover another one only if one of them does, because a parameter
  /// stands for more texts than there are patterns.
  func covers(_ other: LinkPattern) -> Bool {
    parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { mine, others in
        if case .parameter = mine { true } else { mine == others }
      }
  }

  /// The values of the parameters; nil if the path is another one.
  func values(in path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      switch part {
      case .text(let expected): if expected != text { return nil }
      case .parameter(let name): values[name] = text
      }
    }
    return values
  }
}

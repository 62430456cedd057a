public import FlowCore
import Foundation

/// A link that opens a step: a universal link, a URL with the app's custom scheme, or the URL of a
/// notification.
///
/// ```swift
/// FlowLink("/plan/:country", to: "planPicker") { link in
///   Answers(country: link.country)
/// }
/// ```
///
/// The pattern is matched against the path of a web URL, or against host and path of a URL with
/// another scheme: `https://shop.example.com/plan/DE` and `shop://plan/DE` are equivalent. The
/// first matching link wins; setting links throws an error if a link can never match because of an
/// earlier one.
///
/// Outputs entered so far are kept. The back stack consists of the steps of `through`, or else of
/// the shortest path that this user could take to the step. If the step needs an output that has
/// not been entered, the user is asked for it first, if the flow has a step for it on a path to the
/// link's step.
public struct FlowLink: Sendable {
  let pattern: LinkPattern
  let step: Name
  let flow: Name?
  let backStack: [Name]?
  let outputs: @Sendable (LinkParameters) throws -> JSONObject

  /// Creates a link that provides outputs.
  ///
  /// - Parameters:
  ///   - pattern: The path; `:name` matches any one component.
  ///   - step: The step's id.
  ///   - flow: The flow's id; if nil, the first flow that has the step.
  ///   - backStack: The steps of the back stack, from the first to the last; nil for the shortest
  ///     path.
  ///   - outputs: Returns the outputs that earlier steps would have provided; if it throws, the
  ///     link is rejected.
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

  /// Creates a link that provides no outputs.
  ///
  /// - Parameters:
  ///   - pattern: The path; `:name` matches any one component.
  ///   - step: The step's id.
  ///   - flow: The flow's id; if nil, the first flow that has the step.
  ///   - backStack: The steps of the back stack, from the first to the last; nil for the shortest
  ///     path.
  public init(
    _ pattern: String, to step: Name, of flow: Name? = nil, through backStack: [Name]? = nil
  ) {
    self.init(pattern, to: step, of: flow, through: backStack) { _ in NoFlowOutput() }
  }
}

/// The path parameters and the query of an opened URL.
///
/// Anyone can create such a URL: validate its values like user input.
@dynamicMemberLookup
public struct LinkParameters: Sendable {
  let values: [String: String]
  let query: [String: String]
  /// The names that were read although the pattern does not have them.
  let undeclaredNames = Locked<[String]>([])

  /// The path component that `:name` matches, with percent-encoding removed.
  ///
  /// - Parameter name: The parameter's name; setting links throws an error for a name that the
  ///   pattern does not have.
  public subscript(dynamicMember name: String) -> String {
    if let value = values[name] { return value }
    undeclaredNames.withLock { $0.append(name) }
    return ""
  }

  /// A value of the URL's query; nil if the query has no value for the name.
  ///
  /// - Parameter name: The name.
  public subscript(query name: String) -> String? { query[name] }
}

/// The result of opening a link.
public enum LinkResult: Sendable, Equatable {
  /// The step is shown.
  case opened
  /// A step that asks for missing data is shown; the flow continues from there.
  case needsInput(Name)
  /// The flow has not started yet; the link is opened once it has.
  case pending
  /// The step cannot be shown, and the current one stays; the reason is for developers.
  case rejected(String)
  /// No link of the app matches; another part of the app may handle the URL.
  case unknown
}

/// The path pattern of a link.
struct LinkPattern: Sendable {
  enum Part: Sendable, Equatable {
    case literal(String)
    case parameter(String)
  }

  let text: String
  let parts: [Part]

  init(_ text: String) {
    self.text = text
    parts = text.split(separator: "/").map {
      $0.hasPrefix(":") ? .parameter(String($0.dropFirst())) : .literal(String($0))
    }
  }

  /// The names of the parameters.
  var names: [String] {
    parts.compactMap { part in
      if case .parameter(let name) = part { name } else { nil }
    }
  }

  /// Whether it matches every path that the other one matches: `/plan/:x` covers `/plan/new`.
  ///
  /// To find links that are never used, comparing patterns in pairs is enough: several patterns
  /// together cover another one only if one of them does, because a parameter matches more texts
  /// than there are patterns.
  func covers(_ other: LinkPattern) -> Bool {
    parts.count == other.parts.count
      && zip(parts, other.parts).allSatisfy { part, otherPart in
        if case .parameter = part { true } else { part == otherPart }
      }
  }

  /// The values of the parameters; nil if the path does not match.
  func values(in path: [String]) -> [String: String]? {
    guard path.count == parts.count else { return nil }
    var values: [String: String] = [:]
    for (part, text) in zip(parts, path) {
      switch part {
      case .literal(let expected): if expected != text { return nil }
      case .parameter(let name): values[name] = text
      }
    }
    return values
  }
}

public import FlowCore
public import HTTPTypes

/// An action that the app performs when a button calls it, with its possible outcomes.
public struct WebAction: Sendable {
  /// The possible outcomes.
  public var outcomes: [Name]
  /// The outputs that it always writes, by outcome.
  public var provides: [Name: [Name]]
  /// Whether a visitor can cancel a long-running call.
  ///
  /// The call's task is then cancelled. Enable it only for actions that have no partial effects
  /// when they throw, and that can be called again: not for a payment that may have been executed.
  public var isCancellable: Bool
  /// Called once for each press; if it throws, the visitor stays and is asked to try again.
  public var perform: @Sendable (WebCall) async throws -> Result

  /// The result of a call.
  public struct Result: Sendable {
    /// The outcome: one of the action's outcomes.
    public var outcome: Name
    /// The outputs to write, by name.
    public var outputs: JSONObject

    /// Creates a result.
    public init(_ outcome: Name, outputs: JSONObject = JSONObject()) {
      self.outcome = outcome
      self.outputs = outputs
    }
  }

  /// Declares an action.
  public init(
    outcomes: [Name], provides: [Name: [Name]] = [:], isCancellable: Bool = false,
    perform: @escaping @Sendable (WebCall) async throws -> Result
  ) {
    self.outcomes = outcomes
    self.provides = provides
    self.isCancellable = isCancellable
    self.perform = perform
  }
}

/// A call of an action.
public struct WebCall: Sendable {
  /// The name of the action.
  public let name: Name
  /// The parameters, by name.
  public let arguments: JSONObject
  /// The values entered into the form, including secrets; empty if the button does not validate the
  /// form.
  ///
  /// Outputs with the same names that the action writes take precedence.
  public let enteredValues: JSONObject
  /// The pseudonym of the visitor's browser.
  public let visitor: String
  /// The id of the press, the same for each retry: an idempotency key.
  public let press: String
  /// The language of the page.
  public let language: String
  /// The headers of the request, for example to identify a signed-in user.
  public let headers: HTTPFields
  /// Additions to the response.
  public let reply: PressReply
  /// The progress of a long-running call, reported by the action.
  public let progress: CallProgress
}

extension FlowHostSettings {
  /// The blocks that the host shows with these settings.
  var build: BlockSupport {
    BlockSupport(
      level: BlockVocabulary.level, customBlocks: customBlocks.keys.sorted(),
      actions: actions.sorted { $0.key < $1.key }.map { name, action in
        BlockSupport.ActionDeclaration(
          name: name, outcomes: action.outcomes,
          provides: action.provides.sorted { $0.key < $1.key }.map {
            (outcome: $0.key, keys: $0.value)
          })
      }, data: data.keys.sorted(), hasProducts: products != nil)
  }
}

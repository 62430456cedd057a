public import FlowCore

/// Something that a button may have the app do, with the ways in which it may end.
public struct WebAction: Sendable {
  /// The ways in which it may end.
  public var outcomes: [Name]
  /// The outputs that it surely writes, by outcome.
  public var provides: [Name: [Name]]
  /// Whether a visitor may cancel a call that takes long.
  ///
  /// A cancelled call runs in a cancelled task. Only for actions that leave nothing half done when
  /// they throw, and may be called again: not for a payment that may have gone through.
  public var isCancellable: Bool
  /// Called once for each press; when it throws, the visitor stays and is asked to try again.
  public var perform: @Sendable (WebCall) async throws -> Result

  /// The end of a call.
  public struct Result: Sendable {
    /// How it has ended: one of the action's outcomes.
    public var outcome: Name
    /// What it writes, by name.
    public var outputs: JSONObject

    /// Makes a result.
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
  /// The action's name.
  public let name: Name
  /// Its parameters, by name.
  public let arguments: JSONObject
  /// The pseudonym of the visitor's browser.
  public let visitor: String
  /// The id of the press, the same if it is tried again: a key for idempotent requests.
  public let press: String
  /// The language of the page.
  public let language: String
  /// The progress of a call that takes long, to be reported by the action.
  public let progress: CallProgress
}

extension FlowHostSettings {
  /// The blocks that the host shows with these settings.
  var build: BlockSupport {
    BlockSupport(
      level: BlockVocabulary.level, custom: custom.keys.sorted(),
      actions: actions.sorted { $0.key < $1.key }.map { name, action in
        BlockSupport.ActionDeclaration(
          name: name, outcomes: action.outcomes,
          provides: action.provides.sorted { $0.key < $1.key }.map {
            (outcome: $0.key, keys: $0.value)
          })
      }, data: data.keys.sorted(), hasProducts: products != nil)
  }
}

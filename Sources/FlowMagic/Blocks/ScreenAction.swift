public import FlowCore

/// An action of the app that a drawn screen can request: a purchase, a permission, a sign-in.
///
/// A button calls it by name; the document defines what follows each outcome.
///
/// ```swift
/// enum Purchase: String, ActionPort { case bought, failed }
/// nonisolated struct PurchaseArguments: Decodable, Sendable { var product: String }
///
/// nonisolated let purchase = ScreenAction(
///   "purchase", provides: [Purchase.bought: [\Answers.receipt]]
/// ) { (arguments: PurchaseArguments) in
///   guard let receipt = try await store.buy(arguments.product) else { return .init(.failed) }
///   return .init(.bought, Answers(receipt: receipt))
/// }
/// ```
///
/// `nonisolated` is for apps with MainActor as the default isolation.
///
/// While it is running, buttons of the screen do nothing. It is cancelled when the screen is left.
/// If it throws, the error is reported and the screen stays unchanged.
public struct ScreenAction<Arguments: Decodable & Sendable, Outcome: ActionPort>: Sendable {
  /// The name that blocks call it by.
  public let name: Name
  let registered: RegisteredAction

  /// Declares an action that writes no outputs.
  ///
  /// - Parameters:
  ///   - name: The name that blocks call it by.
  ///   - perform: Performs the action with the parameters of the call, which are decoded by name.
  public init(
    _ name: Name,
    _ perform: @escaping @Sendable (Arguments) async throws -> ActionResult<Outcome>
  ) {
    self.init(name, (provides: [], error: nil), perform)
  }

  /// Declares an action that writes outputs.
  ///
  /// - Parameters:
  ///   - name: The name that blocks call it by.
  ///   - provides: The outputs that it always writes, by outcome.
  ///   - perform: Performs the action with the parameters of the call, which are decoded by name.
  public init<Outputs: FlowOutput>(
    _ name: Name, provides: [Outcome: Provides<Outputs>],
    _ perform: @escaping @Sendable (Arguments) async throws -> ActionResult<Outcome>
  ) {
    self.init(name, ScreenAction.keys(provides, of: name), perform)
  }

  private init(
    _ name: Name,
    _ declared: (provides: [(outcome: Name, keys: [Name])], error: FlowMagicError?),
    _ perform: @escaping @Sendable (Arguments) async throws -> ActionResult<Outcome>
  ) {
    self.name = name
    registered = RegisteredAction(
      declaration: .init(
        name: name, outcomes: Outcome.allCases.map { Name($0.rawValue) },
        provides: declared.provides),
      declarationError: declared.error
    ) { arguments in
      let decoded: Arguments
      do {
        decoded = try JSON.object(arguments).decoded(as: Arguments.self)
      } catch {
        throw FlowMagicError(
          .invalidCall,
          "A drawn screen calls \(name) with parameters that the action cannot decode: ",
          decoding: error)
      }
      let result = try await perform(decoded)
      return (Name(result.outcome.rawValue), try result.encoded())
    }
  }

  /// The coding keys of outputs, by outcome.
  private static func keys<Outputs: FlowOutput>(
    _ provides: [Outcome: Provides<Outputs>], of action: Name
  ) -> (provides: [(outcome: Name, keys: [Name])], error: FlowMagicError?) {
    let keys = OutputKeys<Outputs>()
    var all: [(outcome: Name, keys: [Name])] = []
    for outcome in Outcome.allCases {
      guard let properties = provides[outcome]?.properties else { continue }
      let names = properties.compactMap { keys.declaration($0)?.key }
      guard names.count == properties.count else {
        return (
          [],
          FlowMagicError(
            .unknownOutput,
            "The action \(action) provides an output for which \(Outputs.self) has no coding key. "
              + "Use a stored property, and make enums in it CaseIterable.")
        )
      }
      all.append((Name(outcome.rawValue), names))
    }
    return (all, nil)
  }
}

/// A type-erased ``ScreenAction`` in a registry.
public struct RegisteredAction: Sendable {
  /// The name, the outcomes, and the outputs that are always written with each.
  public let declaration: BlockSupport.ActionDeclaration
  let declarationError: FlowMagicError?
  package let perform: @Sendable (JSONObject) async throws -> (outcome: Name, outputs: JSONObject)

  /// The name that blocks call it by.
  public var name: Name { declaration.name }

  /// The entry in the manifest.
  var json: JSON {
    var json: JSONObject = [
      "name": .string(name.string),
      "outcomes": .array(declaration.outcomes.map { .string($0.string) }),
    ]
    if !declaration.provides.isEmpty {
      json["provides"] = .object(
        JSONObject(
          declaration.provides.map {
            .init(key: $0.outcome, value: .array($0.keys.map { .string($0.string) }))
          }))
    }
    return .object(json)
  }
}

/// The outcome of a ``ScreenAction``, with its outputs.
public struct ActionResult<Outcome: ActionPort>: Sendable {
  /// The outcome.
  public let outcome: Outcome
  private let outputs: any FlowOutput

  /// Creates a result without outputs.
  ///
  /// - Parameter outcome: The outcome.
  public init(_ outcome: Outcome) {
    self.init(outcome, NoFlowOutput())
  }

  /// Creates a result.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - outputs: The outputs to write; properties that are nil are not changed.
  public init(_ outcome: Outcome, _ outputs: some FlowOutput) {
    self.outcome = outcome
    self.outputs = outputs
  }

  func encoded() throws -> JSONObject {
    let all = try JSON(encoding: outputs).object ?? JSONObject()
    return JSONObject(all.members.filter { !$0.value.isNull })
  }
}

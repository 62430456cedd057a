import FlowCore

/// An action of a ``ComposedScreen``: performed when a block is pressed, an option is chosen, or a
/// video has ended.
///
/// ```swift
/// struct Paywall: ComposedScreen {
///   enum Port: String, ActionPort { case next }
///   struct LocalState: ScreenState { var isYearly = true }
///
///   static var body: [Block] {
///     button("Monthly", do: .set(\.isYearly, to: false))
///     button("Buy", do: .call(purchase, then: [.bought: .fire(.next)]))
///   }
/// }
/// ```
///
/// In a list of actions, only the last one may leave the screen or call an action of the app.
public struct ComposedAction<S: ComposedScreen>: Sendable {
  let action: BlockAction

  /// Leaves the screen through a port, with the entered values.
  ///
  /// - Parameter port: The port.
  /// - Returns: The action.
  public static func fire(_ port: S.Port) -> Self { .init(action: .fire(Name(port.rawValue))) }

  /// Goes back.
  public static var back: Self { .init(action: .back) }

  /// Sets a value of the screen's state.
  ///
  /// - Parameters:
  ///   - property: The property of the state.
  ///   - value: The new value.
  /// - Returns: The action.
  public static func set<Value: Encodable>(
    _ property: KeyPath<S.LocalState, Value>, to value: Value
  ) -> Self {
    let json = (try? JSON(encoding: value)) ?? .null
    return .init(action: .set(MemberKeys<S.LocalState>().key(property), to: .literal(json)))
  }

  /// Sets a value of the screen's state to the chosen value.
  ///
  /// - Parameter property: The property of the state.
  /// - Returns: The action.
  public static func setToChosen<Value>(_ property: KeyPath<S.LocalState, Value>) -> Self {
    .init(action: .set(MemberKeys<S.LocalState>().key(property), to: .event))
  }

  /// Opens a URL whose host the app allows.
  ///
  /// - Parameters:
  ///   - url: The URL, which starts with `https://`.
  ///   - inBrowser: Whether to open it in the browser; by default it opens in a sheet of the app.
  /// - Returns: The action.
  public static func open(_ url: String, inBrowser: Bool = false) -> Self {
    .init(action: .open(url, inBrowser: inBrowser))
  }

  /// Calls an action of the app, which must be declared in the registry's `blocks:`.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - arguments: The arguments of the call.
  ///   - outcomes: The action for each outcome; an outcome without one does nothing.
  /// - Returns: The action.
  public static func call<Arguments, Outcome>(
    _ action: ScreenAction<Arguments, Outcome>, with arguments: [CallArgument<Arguments>] = [],
    then outcomes: KeyValuePairs<Outcome, Self> = [:]
  ) -> Self {
    let then = outcomes.map {
      BlockAction.Outcome(name: Name($0.key.rawValue), action: $0.value.action)
    }
    return .init(action: .call(action.name, with: arguments.map(\.argument), then: then))
  }
}

/// An argument for calling a ``ScreenAction``: a property of its `Arguments` with a value.
public struct CallArgument<Arguments: Decodable>: Sendable {
  let argument: BlockAction.Argument

  private init<Value>(_ property: KeyPath<Arguments, Value>, _ value: BlockValue) {
    argument = .init(name: MemberKeys<Arguments>().key(property), value: value)
  }

  /// Sets a property.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: The value.
  /// - Returns: The argument.
  public static func set<Value: Encodable>(
    _ property: KeyPath<Arguments, Value>, to value: Value
  ) -> Self {
    .init(property, .json((try? JSON(encoding: value)) ?? .null))
  }

  /// Sets a property to the value that a bound value has when the action is called.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: The bound value.
  /// - Returns: The argument.
  public static func set<Value>(
    _ property: KeyPath<Arguments, Value>, to value: BoundValue<Value>
  ) -> Self {
    .init(property, value.binding())
  }

  /// Sets a property to a bound value that may be missing.
  ///
  /// - Parameters:
  ///   - property: The property.
  ///   - value: The bound value.
  ///   - fallback: The value to use if it is missing.
  /// - Returns: The argument.
  public static func set<Value: Encodable>(
    _ property: KeyPath<Arguments, Value>, to value: BoundValue<Value?>, else fallback: Value
  ) -> Self {
    .init(property, value.binding(else: try? JSON(encoding: fallback)))
  }
}

package import FlowCore

/// The logic of a navigator as a value: actions change the state and return effects.
///
/// It has no clock, no interface and no concurrency. A `Navigator` drives an interface with it, a
/// `FlowTester` a test.
package struct NavigatorReducer: Sendable {
  /// The screens of this build.
  package let screens: ScreenRegistry
  /// The flows compiled into the app: the fallback when a release cannot continue.
  package let compiled: Release
  /// Whether a running session moves to a new release.
  package var policy: AdoptionPolicy
  /// The user's attributes that are not reported.
  package var privateAttributes: PrivateAttributes
  /// Generates session ids.
  package let makeID: @Sendable () -> String

  /// The release that the next session starts on.
  package var latest: Release
  package internal(set) var state = NavigatorState()
  /// The effects since the last call of `takeEffects()`.
  package internal(set) var effects: [Effect] = []

  var contents: [ShownStep.ID: StepValues] = [:]
  var lastID = 0
  /// Counts effects, so that their keys differ even where ids do not.
  var lastEffect = 0
  /// A step without an interface that has failed with nothing to go back to.
  var failedStep: ShownStep.ID?
  /// The values that the app keeps up to date for drawn screens, by name.
  var liveData = JSONObject()
  /// The products of offers, by reference.
  var products = JSONObject()
  /// Today where the user is, as `yyyy-MM-dd`.
  package var today: @Sendable () -> String? = { nil }
  /// Counts the calls of actions, so that an abandoned one is not taken for the current one.
  var lastCall = 0
  /// The steps whose missing screen was reported already.
  var reported: Set<Name> = []

  /// The effects of an action, in order.
  package enum Effect: Sendable {
    /// Record an event.
    case event(FlowEvent)
    /// A step becomes visible.
    case show(ShownStep)
    /// Report an error to the app.
    case error(any Error)
    /// The flow ended with an outcome.
    case finish(Name)
  }

  package init(
    screens: ScreenRegistry, compiled: Release, policy: AdoptionPolicy,
    privateAttributes: PrivateAttributes = .standard, makeID: @escaping @Sendable () -> String
  ) {
    self.screens = screens
    self.compiled = compiled
    self.policy = policy
    self.privateAttributes = privateAttributes
    self.makeID = makeID
    latest = compiled
  }

  /// Returns the pending effects and clears them.
  package mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// The decoded content of a step on the path.
  package func content(of id: ShownStep.ID) -> (any Sendable)? { contents[id]?.content }
}

package import FlowCore

/// The logic of a navigator as a value: actions change the state and add effects.
///
/// It has no clock, no interface and no concurrency. A `Navigator` connects it to an interface, a
/// `FlowTester` to a test.
package struct NavigatorReducer: Sendable {
  /// The screens of this build.
  package let screens: ScreenRegistry
  /// The flows bundled with the app: the fallback when a release cannot continue.
  package let bundledRelease: Release
  /// Whether a running session moves to a new release.
  package var policy: AdoptionPolicy
  /// The user's attributes whose values are not reported.
  package var privateAttributes: PrivateAttributes
  /// Generates session ids.
  package let makeID: @Sendable () -> String

  /// The release that the next session starts on.
  package var latestRelease: Release
  /// The reason for which the session has not moved to ``latestRelease``; nil if it has, or if it
  /// did not try.
  package internal(set) var adoptionError: FlowError?
  package internal(set) var state = NavigatorState()
  /// The effects since the last call of `takeEffects()`.
  package internal(set) var effects: [Effect] = []

  /// The decoded values of the steps on the path, and of the screens that steps in code have shown.
  var contents: [ShownStep.ID: StepValues] = [:]
  var lastID = 0
  /// The number of effects that steps in code have begun, which keeps their keys distinct even
  /// where generated ids are equal.
  var effectCount = 0
  /// The step whose code has failed and which has no step before it to go back to.
  var failedStep: ShownStep.ID?
  /// The values that the app keeps up to date for drawn screens, by name.
  var liveData = JSONObject()
  /// The products of offers, by reference.
  var products = JSONObject()
  /// Today's date in the user's time zone, as `yyyy-MM-dd`; nil if unknown.
  package var today: @Sendable () -> String? = { nil }
  /// The number of action calls, which distinguishes an abandoned call from the current one.
  var callCount = 0
  /// The latest presses by which screens were left, oldest first.
  var presses: [Press] = []
  /// The steps whose missing screen has been reported.
  var reportedSteps: Set<Name> = []

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
    screens: ScreenRegistry, bundled: Release, policy: AdoptionPolicy,
    privateAttributes: PrivateAttributes = .standard, makeID: @escaping @Sendable () -> String
  ) {
    self.screens = screens
    bundledRelease = bundled
    self.policy = policy
    self.privateAttributes = privateAttributes
    self.makeID = makeID
    latestRelease = bundled
  }

  /// Returns the pending effects and clears them.
  package mutating func takeEffects() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  /// The decoded content of a step on the path.
  package func content(of id: ShownStep.ID) -> (any Sendable)? { contents[id]?.content }
}

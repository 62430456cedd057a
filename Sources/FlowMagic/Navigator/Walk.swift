package import FlowCore

/// What a navigator does, as a value: no clock, no interface, no waiting.
///
/// A `Navigator` shows it to an interface; a `FlowTester` shows it to a test.
package struct Walk: Sendable {
  /// The screens of this build.
  package let screens: ScreenRegistry
  /// The flows compiled into the app, for when others cannot go on.
  package let compiled: Release
  /// What a new release means for a session under way.
  package var policy: AdoptionPolicy
  /// Which of the person's attributes stay on the device.
  package var privateAttributes: PrivateAttributes
  /// Makes session ids.
  package let makeID: @Sendable () -> String

  /// The release that the next session starts on.
  package var latest: Release
  package internal(set) var state = NavigatorState()
  /// What has happened since the notes were last taken.
  package internal(set) var notes: [Note] = []

  var contents: [ShownStep.ID: any Sendable] = [:]
  var lastID = 0
  /// The steps already reported because of their screen.
  var reported: Set<Name> = []

  /// Something for the host to know, in order.
  package enum Note: Sendable {
    case event(FlowEvent)
    case shows(ShownStep)
    case failed(any Error)
    case finished(Name)
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

  /// Takes the notes.
  package mutating func takeNotes() -> [Note] {
    defer { notes = [] }
    return notes
  }

  /// The decoded content of a step on the path.
  package func content(of id: ShownStep.ID) -> (any Sendable)? { contents[id] }
}

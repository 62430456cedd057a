package import FlowBlocks
import FlowCore

/// A drawn screen on the path, with the values entered on it.
package struct DrawnScreenState: Sendable, Equatable {
  /// The screen and its values.
  package internal(set) var model: ScreenModel
  /// The running call of an action; buttons do nothing meanwhile.
  package internal(set) var call: Call?
  /// The number of presses that were rejected because the form is incomplete.
  package internal(set) var rejectedPressCount = 0

  /// A running call of an action.
  package struct Call: Sendable, Equatable {
    /// Unique for each call.
    package let number: Int
    /// The action, its arguments and the block that called it.
    package let screenCall: ScreenCall
  }

  init(_ model: ScreenModel) {
    self.model = model
  }

  /// Whether both have the same contents, entered values, state and running call.
  package static func == (left: DrawnScreenState, right: DrawnScreenState) -> Bool {
    left.call == right.call && left.rejectedPressCount == right.rejectedPressCount
      && left.model.screen == right.model.screen
      && left.model.values.enteredValues == right.model.values.enteredValues
      && left.model.values.state == right.model.values.state
  }
}

/// The drawn screens of a saved path, by the index of their step.
struct SavedDrawnScreens {
  private let drawnScreens: [(index: Int, screen: Name, values: JSON)]

  /// Reads what ``json(_:)`` has written; unreadable parts count as missing.
  init(_ json: JSON?) {
    drawnScreens = (json?.array ?? []).compactMap { saved in
      guard let index = saved["at"]?.count, let screen = saved["screen"]?.string,
        let values = saved["values"]
      else { return nil }
      return (index, Name(screen), values)
    }
  }

  /// The values of a step's drawn screen; nil if none were saved, or only those of another screen.
  func values(at index: Int, of screen: Name) -> JSON? {
    drawnScreens.first { $0.index == index && $0.screen == screen }?.values
  }

  /// The drawn screens of a path as JSON; nil if there are none.
  static func json(_ state: NavigatorState) -> JSON? {
    guard !state.drawnScreens.isEmpty else { return nil }
    return .array(
      state.path.enumerated().compactMap { index, step in
        state.drawnScreens[step.id].map { screen in
          [
            "at": .number(JSONNumber(index)), "screen": .string(step.screen.string),
            "values": screen.model.saved,
          ]
        }
      })
  }

  /// A session as JSON, without passwords and other secrets: they are replaced by null or removed.
  static func withoutSecrets(_ session: Session) -> JSON {
    let saved = session.saved()
    let secrets = secrets(of: session.release)
    guard !secrets.isEmpty, var json = saved.object else { return saved }
    let keys = Set(secrets.values.joined())
    let steps = Dictionary(
      session.release.steps.indices.compactMap { index in
        secrets[session.release.screen(of: index).name].map {
          (session.release.steps[index].id, $0)
        }
      }, uniquingKeysWith: { $0 + $1 })
    for list in ["outputs", "enteredValues"] as [Name] {
      json[list] = .array(
        (json[list]?.array ?? []).map { entry in
          guard var members = entry.object, let key = entry["key"]?.string.map({ Name($0) }),
            let value = members["value"]
          else { return entry }
          members["value"] = keys.contains(key) ? .null : value.without(steps[key] ?? [])
          return .object(members)
        })
    }
    return .object(json)
  }

  /// The names of secret fields by screen, of drawn and of composed ones.
  private static func secrets(of release: Release) -> [Name: [Name]] {
    var secrets: [Name: [Name]] = [:]
    for drawn in release.drawnScreens?.secrets ?? [] { secrets[drawn.screen] = drawn.fields }
    for screen in release.screens?.values ?? [] {
      guard let names = screen.unknown[ScreenDeclaration.secrets]?.array else { continue }
      secrets[screen.name] = names.compactMap { $0.string.map { Name($0) } }
    }
    return secrets
  }
}

extension ScreenDeclaration {
  /// The member with the names of a composed screen's secret fields, which the engine does not
  /// interpret.
  static let secrets: Name = "secrets"
}

extension JSON {
  /// A step's output without some of its members; null if it is not an object, because it may be a
  /// secret itself.
  fileprivate func without(_ secrets: [Name]) -> JSON {
    guard !secrets.isEmpty else { return self }
    guard let object else { return .null }
    return .object(JSONObject(object.members.filter { !secrets.contains($0.key) }))
  }
}

package import FlowCore

/// One visit of a step in code: the answers it received and the screens it has shown.
package struct StepVisit: Sendable, Equatable {
  /// The values for a replay of the step.
  package var log = StepLog()
  /// The screens of the answers so far, followed by the one that is shown.
  package var screens: [ShownStep] = []
  /// The name of a ``RoutedStep``; nil for a step that a view performs, which is not saved.
  package let name: Name?
  /// Whether no screen has been shown since the state was restored.
  var isRestored = false

  package init(name: Name?) {
    self.name = name
  }
}

/// The visits of a saved path, by the index of their step.
struct SavedVisits {
  private let visits: [Int: StepVisit]

  /// Reads what ``json(_:)`` has written; nil if there are no visits.
  ///
  /// - Throws: `session-mismatch` if the JSON is invalid.
  init(_ json: JSON?) throws(FlowError) {
    var visits: [Int: StepVisit] = [:]
    for saved in json?.array ?? [] {
      guard let index = saved["at"]?.count, let name = saved["screen"]?.string else {
        throw FlowError(.sessionMismatch, "A saved step in code has no index or no name.")
      }
      var visit = StepVisit(name: Name(name))
      visit.log = try StepLog(saved)
      visit.isRestored = true
      visits[index] = visit
    }
    self.visits = visits
  }

  /// The visit of a step; nil if none was saved, or if it was saved for another screen.
  func visit(at index: Int, _ screen: Name) -> StepVisit? {
    visits[index].flatMap { $0.name == screen ? $0 : nil }
  }

  /// The visits of a path as JSON; nil if there are none.
  static func json(_ state: NavigatorState) -> JSON? {
    let list = state.path.enumerated().compactMap { index, step -> JSON? in
      guard let visit = state.visits[step.id], let name = visit.name,
        var json = visit.log.json.object
      else { return nil }
      json["at"] = .number(JSONNumber(index))
      json["screen"] = .string(name.string)
      return .object(json)
    }
    return list.isEmpty ? nil : .array(list)
  }
}

#if hasFeature(Embedded)
  extension DocumentComparison {
    /// The changes without changes of sections, which the portal compares itself to keep the
    /// browser build small.
    ///
    /// `Conformance/sections.json` checks that both yield the same result.
    func changesWithSections(_ old: FlowDocument, _ new: FlowDocument) -> [Change] { changes }
  }
#else
  extension DocumentComparison {
    /// The changes, in which changes of sections replace those of the members that represent them.
    func changesWithSections(_ old: FlowDocument, _ new: FlowDocument) -> [Change] {
      var flows: [Name: SectionChanges] = [:]
      for flow in new.flows where flows[flow.id] == nil {
        guard let oldFlow = old.flows.first(where: { $0.id == flow.id }) else { continue }
        flows[flow.id] = SectionChanges(oldFlow, flow)
      }
      if flows.isEmpty { return changes }
      var reported: Set<Name> = []
      return changes.flatMap { change -> [Change] in
        guard let flow = change.location.flow, let sections = flows[flow] else { return [change] }
        if change.id == .stepAdded { return [sections.addingSection(to: change)] }
        guard SectionChanges.isMember(change) else { return [change] }
        return (reported.insert(flow).inserted ? sections.changes : [])
          + (sections.replaces(change) ? [] : [change])
      }
    }
  }

  /// Computes the differences between the sections of a flow.
  ///
  /// Sections are members that the engine does not know, `sections` of a flow and `section` of its
  /// steps; the portal writes them.
  private struct SectionChanges {
    private let old: Sections
    private let new: Sections
    /// The steps that moved into or out of a section.
    private var movedSteps: Set<Name> = []
    /// Whether something in a section changed for which there is no specific message.
    private var hasOtherChanges = false
    private(set) var changes: [Change] = []

    /// Nil if neither flow has sections, or one has invalid ones: then they are compared like other
    /// members.
    init?(_ oldFlow: Flow, _ newFlow: Flow) {
      guard let old = Sections(oldFlow), let new = Sections(newFlow) else { return nil }
      if old.members.isEmpty, new.members.isEmpty { return nil }
      self.old = old
      self.new = new
      var moves = moves(from: oldFlow.steps, to: newFlow.steps)
      compareSections(&moves, FlowLocation(flow: newFlow.id))
    }

    /// Whether a change concerns a member that represents sections.
    static func isMember(_ change: Change) -> Bool {
      guard change.kind == .unknown, let owner = change.arguments["owner"] else { return false }
      let member = change.arguments["member"]?.string
      return member == "sections" && owner["flow"] != nil
        || member == "section" && owner["step"] != nil && owner["port"] == nil
    }

    /// Whether ``changes`` report the whole change of such a member.
    func replaces(_ change: Change) -> Bool {
      guard let step = change.location.step else { return !hasOtherChanges }
      return movedSteps.contains(step)
    }

    /// The change of an added step, with the section that the step is in.
    func addingSection(to change: Change) -> Change {
      guard let step = change.location.step, let index = new.sectionIndexes[step] else {
        return change
      }
      return Change(
        .stepAdded, change.location, change.arguments.adding("section", new.title(index)))
    }

    private mutating func compareSections(_ moves: inout [Move], _ location: FlowLocation) {
      let matching = Matching(old.members.map(\.key), new.members.map(\.key))
      func add(_ id: ChangeMessageID, _ arguments: JSONObject) {
        changes.append(Change(id, location, arguments))
      }
      for (index, member) in new.members.enumerated() {
        let title = new.title(index)
        let oldIndex = matching.oldIndices[index]
        if oldIndex < 0 {
          var arguments: JSONObject = ["section": title]
          if let move = moves.firstIndex(where: { $0.from == nil && $0.to == index }) {
            arguments["steps"] = DocumentComparison.abbreviated(moves.remove(at: move).steps)
          }
          add(.sectionAdded, arguments)
          continue
        }
        if old.members[oldIndex].value == member.value { continue }
        let oldTitle = old.title(oldIndex)
        if oldTitle != title {
          add(.sectionTitle, ["before": oldTitle, "section": title])
        } else {
          hasOtherChanges = true
        }
      }
      for index in matching.removedIndices { add(.sectionRemoved, ["section": old.title(index)]) }
      for move in moves {
        let remaining = move.from.flatMap { matching.oldIndices.firstIndex(of: $0) }.map(new.title)
        var arguments: JSONObject = ["steps": DocumentComparison.abbreviated(move.steps)]
        if let to = move.to {
          arguments["section"] = new.title(to)
          arguments["before"] = remaining ?? move.from.map(old.title)
          add(.sectionGained, arguments)
        } else if let remaining {
          // A removed section needs no second message about its steps.
          arguments["section"] = remaining
          add(.sectionLost, arguments)
        }
      }
    }

    /// Steps that moved from one section to another, by the indexes of the sections.
    private struct Move {
      let from: Int?
      let to: Int?
      var steps: [JSON] = []
    }

    private mutating func moves(from oldSteps: [FlowStep], to newSteps: [FlowStep]) -> [Move] {
      var moves: [Move] = []
      var moveIndexes: [[Int?]: Int] = [:]
      let oldIDs = Set(oldSteps.map(\.id))
      for step in newSteps where oldIDs.contains(step.id) {
        let (from, to) = (old.sectionIndexes[step.id], new.sectionIndexes[step.id])
        if old.values[step.id] == new.values[step.id] || (from == nil && to == nil) { continue }
        movedSteps.insert(step.id)
        let index = moveIndexes[[from, to]] ?? moves.count
        moveIndexes[[from, to]] = index
        if index == moves.count { moves.append(Move(from: from, to: to)) }
        moves[index].steps.append(.name(step.id))
      }
      return moves
    }
  }

  /// The sections of one flow.
  private struct Sections {
    let members: [JSONObject.Member]
    /// The `section` member of each step.
    let values: [Name: JSON]
    /// The index of the section that each step is in; none if the step refers to a missing section.
    let sectionIndexes: [Name: Int]

    /// Nil if the flow's member does not have the format of sections.
    init?(_ flow: Flow) {
      let value = flow.unknown["sections"]
      guard value == nil || value?.object != nil else { return nil }
      members = value?.object?.members ?? []
      let indexes = Dictionary(
        members.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { $1 })
      var values: [Name: JSON] = [:]
      for step in flow.steps { values[step.id] = step.unknown["section"] }
      self.values = values
      sectionIndexes = values.compactMapValues { $0.string.flatMap { indexes[Name($0)] } }
    }

    /// A section's title, or its id if it has none.
    func title(_ index: Int) -> JSON {
      if let title = members[index].value["title"], title.string?.isEmpty == false { return title }
      return .name(members[index].key)
    }
  }
#endif

/// The differences between two versions of a drawn screen, block by block.
enum ScreenDifferences {
  /// A block with its own properties, without its children.
  private struct BlockEntry {
    /// A label such as `button Continue`.
    let label: String
    /// The key by which blocks are matched if their properties differ.
    let key: Name
    let properties: JSON
  }

  /// The differences in the format of ``ContentDifferences/list(_:_:)``; the path of a difference
  /// in a block starts with the block, such as `button Continue: title`.
  static func list(_ old: JSON, _ new: JSON) -> [JSON] {
    if old == new { return [] }
    var list = ContentDifferences.list(withoutRoot(old), withoutRoot(new))
    let oldEntries = entries(old)
    let newEntries = entries(new)
    let identical = Matching(
      oldEntries.map { Name($0.properties.text(.canonical)) },
      newEntries.map { Name($0.properties.text(.canonical)) })
    let unmatchedNew = newEntries.indices.filter { identical.oldIndices[$0] < 0 }
      .map { newEntries[$0] }
    let unmatchedOld = identical.removedIndices.map { oldEntries[$0] }
    let pairs = Matching(unmatchedOld.map { $0.key }, unmatchedNew.map { $0.key })
    for (index, entry) in unmatchedNew.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      if oldIndex < 0 {
        list.append(["path": .string(entry.label), "kind": "added"])
      } else {
        list += properties(unmatchedOld[oldIndex], entry)
      }
    }
    for index in pairs.removedIndices {
      list.append(["path": .string(unmatchedOld[index].label), "kind": "removed"])
    }
    // If only the order differs, or too much does, the screen is reported as changed as a whole.
    let isSummarized = list.isEmpty || list.count > ContentDifferences.limit
    return isSummarized ? [["path": "root", "kind": "changed"]] : list
  }

  private static func properties(_ old: BlockEntry, _ new: BlockEntry) -> [JSON] {
    ContentDifferences.list(old.properties, new.properties).map { difference in
      guard var object = difference.object, let path = object["path"]?.string else {
        return difference
      }
      object["path"] = .string(old.label + ": " + path)
      return .object(object)
    }
  }

  private static func withoutRoot(_ screen: JSON) -> JSON {
    guard var object = screen.object else { return screen }
    object["root"] = nil
    return .object(object)
  }

  private static func entries(_ screen: JSON) -> [BlockEntry] {
    var entries: [BlockEntry] = []
    if let root = screen["root"] { collect(root, &entries) }
    return entries
  }

  /// The blocks in a value, parents before children.
  private static func collect(_ json: JSON, _ entries: inout [BlockEntry]) {
    switch json {
    case .array(let elements): for element in elements { collect(element, &entries) }
    case .object(let object):
      if let type = object["type"]?.string { entries.append(entry(type, object)) }
      for member in object.members { collect(member.value, &entries) }
    default: break
    }
  }

  private static func entry(_ type: String, _ object: JSONObject) -> BlockEntry {
    let properties = JSONObject(object.members.filter { !hasBlocks($0.value) })
    // NB: a label is repeated for each difference, so a long text is not used as one.
    var label = type.utf8.count > 120 ? "block" : type
    for key in ["title", "label", "text", "name"] as [Name] {
      guard let value = object[key], let text = value.string ?? value["$text"]?.string,
        text.utf8.count <= 120
      else {
        continue
      }
      label += " " + text
      break
    }
    let id = object["id"]?.string ?? object["name"]?.string ?? ""
    return BlockEntry(label: label, key: Name(type + " " + id), properties: .object(properties))
  }

  private static func hasBlocks(_ json: JSON) -> Bool {
    switch json {
    case .array(let elements): elements.contains { hasBlocks($0) }
    case .object(let object):
      object["type"] != nil || object.members.contains { hasBlocks($0.value) }
    default: false
    }
  }
}

extension DocumentComparison {
  /// Adds the changes of the drawn screens and of the document's other unknown members.
  mutating func compare(membersOf old: FlowDocument, _ new: FlowDocument) {
    let oldScreens = old.unknown["screens"]
    let newScreens = new.unknown["screens"]
    guard (oldScreens ?? []).array != nil, (newScreens ?? []).array != nil else {
      return compare(unknown: old.unknown, new.unknown, FlowLocation(), of: JSONObject())
    }
    compare(screens: oldScreens?.array ?? [], newScreens?.array ?? [])
    var others = (old: old.unknown, new: new.unknown)
    others.old["screens"] = nil
    others.new["screens"] = nil
    compare(unknown: others.old, others.new, FlowLocation(), of: JSONObject())
  }

  private mutating func compare(screens old: [JSON], _ new: [JSON]) {
    func name(_ screen: JSON) -> Name { Name(screen["name"]?.string ?? "") }
    let pairs = Matching(old.map { name($0) }, new.map { name($0) })
    for (index, screen) in new.enumerated() {
      let oldIndex = pairs.oldIndices[index]
      if oldIndex < 0 {
        add(.drawnScreenAdded, FlowLocation(), ["screen": .name(name(screen))])
        continue
      }
      let differences = ScreenDifferences.list(old[oldIndex], screen)
      if differences.isEmpty { continue }
      add(
        .drawnScreenChanged, FlowLocation(),
        ["screen": .name(name(screen)), "differences": .array(differences)])
    }
    for index in pairs.removedIndices {
      add(.drawnScreenRemoved, FlowLocation(), ["screen": .name(name(old[index]))])
    }
  }
}

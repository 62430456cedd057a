import FlowCore

/// The pictures that a document references: entries of `assets` with a hash, with all their sizes
/// and variants.
///
/// Files of other types, such as videos, are not stored here; apps load them from elsewhere.
struct AssetReferences {
  /// The assets with the digests of their files, in document order.
  private let assets: [(name: Name, digests: [String])]
  private let screens: [JSON]

  init(_ document: FlowDocument) {
    assets = (document.unknown["assets"]?.object?.members ?? []).map { member in
      var digests: [String] = []
      Self.collect(member.value, &digests)
      return (member.key, digests)
    }
    screens = document.drawnScreens
  }

  /// All digests, without duplicates.
  var digests: [String] { Array(Set(assets.flatMap(\.digests))).sorted() }

  /// The name under which the document references a digest; the digest itself if it does not.
  func name(of digest: String) -> String {
    assets.first { $0.digests.contains(digest) }?.name.string ?? digest
  }

  /// The names of the assets with this digest, and of the drawn screens that show one of them.
  func uses(of digest: String) -> (names: [String], screens: [String]) {
    let names = assets.filter { $0.digests.contains(digest) }.map(\.name.string)
    guard !names.isEmpty else { return ([], []) }
    let screenNames = screens.filter { Self.shows($0, names) }.compactMap { $0["name"]?.string }
    return (names, screenNames)
  }

  /// Checks the form of each digest, because it becomes part of a URL.
  ///
  /// - Throws: `malformed-body` with the name of the asset.
  static func checkDigests(of document: FlowDocument) throws(Problem) {
    for member in document.unknown["assets"]?.object?.members ?? [] {
      var values = [member.value]
      while let value = values.popLast() {
        values += value.array ?? []
        guard let object = value.object else { continue }
        values += object.members.map(\.value)
        if let digest = object["sha256"], !isDigest(digest.string) {
          throw Problem.malformedBody(
            "The asset \"\(member.key)\" has a `sha256` that is not 64 hexadecimal digits in lower "
              + "case.")
        }
      }
    }
  }

  private static func isDigest(_ text: String?) -> Bool {
    guard let text, text.utf8.count == 64 else { return false }
    return text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  private static func collect(_ json: JSON, _ digests: inout [String]) {
    if let list = json.array { for element in list { collect(element, &digests) } }
    guard let object = json.object else { return }
    if let digest = object["sha256"]?.string, isPicture(object["type"]?.string) {
      digests.append(digest)
    }
    for member in object.members { collect(member.value, &digests) }
  }

  private static func isPicture(_ type: String?) -> Bool {
    type.map { PictureHeader.Format(rawValue: $0) != nil } ?? true
  }

  /// Whether a block in this value shows one of these assets.
  private static func shows(_ json: JSON, _ names: [String]) -> Bool {
    if let list = json.array { return list.contains { shows($0, names) } }
    return json.object?.members.contains { member in
      if let text = member.value.string {
        return ["image", "poster"].contains(member.key.string) && names.contains(text)
      }
      return shows(member.value, names)
    } ?? false
  }
}

/// Builds in use that declare the same screens.
struct BuildGroup {
  let screens: [ScreenDeclaration]
  private(set) var names: [String]
  /// Their share of the last 30 days' sessions; nil unless known for all of them.
  private(set) var share: Double?

  /// The builds grouped by their screens, in the order of the first manifest of each group.
  static func distinct(_ manifests: [Manifest]) -> [BuildGroup] {
    var builds: [BuildGroup] = []
    for manifest in manifests {
      if let index = builds.firstIndex(where: { $0.screens == manifest.screens }) {
        builds[index].names.append(name(manifest))
        if let share = builds[index].share, let more = manifest.share {
          builds[index].share = share + more.double
        } else {
          builds[index].share = nil
        }
      } else {
        builds.append(
          BuildGroup(
            screens: manifest.screens, names: [name(manifest)], share: manifest.share?.double))
      }
    }
    return builds
  }

  /// A build as text, such as `ios 2.3.0 (45)`.
  private static func name(_ manifest: Manifest) -> String {
    var parts: [String] = []
    if let platform = manifest.platform { parts.append(platform.string) }
    if let version = manifest.version { parts.append(version.string) }
    if let build = manifest.build { parts.append("(" + build.string + ")") }
    return parts.joined(separator: " ")
  }

  /// Builds as an argument of a finding: at most four names, or three and the number of `more`.
  static func json(_ builds: [BuildGroup]) -> JSON {
    let names = builds.flatMap { $0.names }
    guard names.count > 4 else { return ["names": .array(names.map { .string($0) })] }
    return [
      "names": .array(names[..<3].map { .string($0) }),
      "more": .number(JSONNumber(names.count - 3)),
    ]
  }

  /// The builds' share of the sessions as an argument of a finding, from 0 to 1; nil if unknown.
  static func share(_ builds: [BuildGroup]) -> JSON? {
    var sum = 0.0
    for build in builds {
      guard let share = build.share else { return nil }
      sum += share
    }
    return JSONNumber(min(max(sum, 0), 1)).map { .number($0) }
  }
}

/// Builds in use that declare the same screens.
struct Build {
  let screens: [ScreenDeclaration]
  private(set) var names: [String]
  /// Their share of the last 30 days' sessions; nil when not known of all.
  private(set) var share: Double?

  /// The builds in the order of their first manifest.
  static func distinct(_ manifests: [Manifest]) -> [Build] {
    var builds: [Build] = []
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
          Build(
            screens: manifest.screens, names: [name(manifest)], share: manifest.share?.double))
      }
    }
    return builds
  }

  /// Such as `ios 2.3.0 (45)`.
  private static func name(_ manifest: Manifest) -> String {
    var parts: [String] = []
    if let platform = manifest.platform { parts.append(platform.string) }
    if let version = manifest.version { parts.append(version.string) }
    if let build = manifest.build { parts.append("(" + build.string + ")") }
    return parts.isEmpty ? "without a name" : parts.joined(separator: " ")
  }

  /// Some builds for a sentence: `build ios 2.3.0 (45)` or `builds ios 2.3.0 and ios 2.4.0`.
  static func list(_ builds: [Build]) -> String {
    let names = builds.flatMap { $0.names }
    guard names.count > 1 else { return "build " + (names.first ?? "") }
    guard names.count > 4 else { return "builds " + Quote.list(names, "and") }
    let rest = (names.count - 3).description + " more"
    return "builds " + Quote.list(Array(names[..<3]) + [rest], "and")
  }

  /// The builds' share of the sessions for a sentence; empty when not known.
  static func share(_ builds: [Build]) -> String {
    var sum = 0.0
    for build in builds {
      guard let share = build.share else { return "" }
      sum += share
    }
    let percent = Int(min(max(sum, 0), 1) * 100 + 0.5)
    let text = percent == 0 && sum > 0 ? "under 1" : percent.description
    return ", which " + (builds.count == 1 && builds[0].names.count == 1 ? "has " : "have ") + text
      + " % of the last 30 days' sessions"
  }
}

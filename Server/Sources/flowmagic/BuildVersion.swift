import CBuildInfo
import FlowServer

/// The version that `flowmagic --version` prints.
enum BuildVersion {
  /// The version in one line, such as
  /// `flowmagic 0.1.0 (commit abc1234, release, Swift 6.3.1, x86_64 Linux)`.
  static let description =
    "flowmagic \(ServerVersion.string) "
    + "(\(commit), \(configuration), Swift \(swift), \(architecture) \(system))"

  private static var commit: String {
    let commit = String(cString: flowmagic_commit())
    return commit.isEmpty ? "unknown commit" : "commit \(commit)"
  }

  private static var configuration: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  private static var swift: String {
    let version = String(cString: flowmagic_swift_version())
    guard version.isEmpty else { return version }
    #if compiler(>=6.4)
      return "6.4 or later"
    #elseif compiler(>=6.3)
      return "6.3"
    #else
      return "6.2"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown architecture"
    #endif
  }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #elseif os(macOS)
      "macOS"
    #else
      "unknown system"
    #endif
  }
}

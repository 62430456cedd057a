/// Paths in the commands that messages advise.
enum ShellWord {
  /// A path as one word of a shell's command.
  static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }

  /// Paths as words of a shell's command.
  static func quoted(_ paths: [String]) -> String {
    paths.map { quoted($0) }.joined(separator: " ")
  }
}

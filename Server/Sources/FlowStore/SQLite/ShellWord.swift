/// Quotes paths for shell commands in messages.
package enum ShellWord {
  /// A path as one word of a shell command.
  package static func quoted(_ path: String) -> String {
    "'" + path.replacing("'", with: "'\\''") + "'"
  }

  /// Paths as words of a shell command.
  package static func quoted(_ paths: [String]) -> String {
    paths.map { quoted($0) }.joined(separator: " ")
  }
}

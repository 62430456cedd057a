import FlowStore

extension KeyFolder {
  /// The paths of the folder's files with secrets, sorted.
  var secretFiles: [String] {
    let names = (try? PrivateFiles.names(in: path)) ?? []
    return names.sorted()
      .filter { Self.isKeyFile($0) && ($0.hasSuffix(".key") || $0.hasSuffix(".keys")) }
      .map { "\(path)/\($0)" }
  }

  /// Sentences about files with secrets that their group may read, which the server accepts.
  ///
  /// It refuses files that anyone may read, or that others may write.
  package var groupWarnings: [String] {
    secretFiles.filter { PrivateFiles.isOpenToGroup($0) && !PrivateFiles.isOpenToOthers($0) }
      .map {
        "The group of \($0) may read it: `chmod 600 \(ShellWord.quoted($0))`, unless it is meant "
          + "to, such as for a backup program."
      }
  }
}

import FlowStore

extension InputProblem {
  /// Creates a problem from the failure to write a file, with the fix if its folder is missing.
  init(unwritable file: String, _ failure: System.Failure) {
    let folder = FolderOwner.folder(of: file)
    let fix =
      failure.isMissingFile && !System.isDirectory(folder)
      ? " Create its folder first (mkdir -p \(ShellWord.quoted(folder)))." : ""
    self.init(
      file: file, code: "unwritable-file",
      message: "Cannot write the file: \(failure.reason).\(fix)")
  }
}

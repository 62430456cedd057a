package import FlowCore

/// Reads the files named on the command line; `-` is standard input.
package struct InputReader {
  private var hasReadStandardInput = false
  private let limits = JSONLimits.standard

  package init() {}

  /// A file's name in messages.
  package static func label(_ file: String) -> String { file == "-" ? "standard input" : file }

  /// Reads a file's bytes; stops once they exceed the engine's limit, which the parser rejects.
  package mutating func readBytes(_ file: String) throws(InputProblem) -> [UInt8] {
    if file == "-" {
      guard !hasReadStandardInput else {
        throw InputProblem(
          file: InputReader.label(file), code: "unreadable-file",
          message: "Standard input can only be read once; pass the other input as a file.")
      }
      hasReadStandardInput = true
    }
    do {
      let descriptor = file == "-" ? System.stdin : try System.openForReading(file)
      defer { if file != "-" { System.closeFile(descriptor) } }
      return try InputReader.readAll(descriptor, limit: limits.bytes)
    } catch {
      throw InputReader.unreadable(file, error)
    }
  }

  private static func readAll(
    _ descriptor: Int32, limit: Int
  ) throws(System.Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      guard case .bytes(let chunk) = try System.read(descriptor, atMost: 1 << 18) else { break }
      bytes += chunk
    }
    return bytes
  }

  /// Returns the problem of a file that cannot be read.
  package static func unreadable(_ file: String, _ failure: System.Failure) -> InputProblem {
    let message: String
    if file.isEmpty {
      message = "The file name is empty."
    } else if failure.isMissingFile {
      let directory = System.currentDirectory
      message =
        file.hasPrefix("/")
        ? "No such file: \(file)." : "No such file: \(file) (in \(directory))."
    } else {
      message = "Cannot read the file: \(failure.reason)."
    }
    return InputProblem(file: label(file), code: "unreadable-file", message: message)
  }

  /// Reads a file and parses its JSON; keeps its bytes for excerpts.
  package mutating func readSource(_ file: String) throws(InputProblem) -> SourceText {
    try SourceText(file: InputReader.label(file), bytes: readBytes(file), limits: limits)
  }

  /// Reads a file with flows, in any format that the engine reads.
  package mutating func readDocument(_ file: String) throws(InputProblem) -> LoadedDocument {
    try LoadedDocument(readSource(file))
  }

  /// Reads manifests, in the order of the files.
  package mutating func readManifests(_ files: [String]) throws(InputProblem) -> [Manifest] {
    var manifests: [Manifest] = []
    for file in files { manifests.append(try readSource(file).manifest()) }
    return manifests
  }
}

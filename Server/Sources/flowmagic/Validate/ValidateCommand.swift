import ArgumentParser
import FlowCore

/// Checks that published flows could not strand anybody.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks that no flow can strand a person.",
    discussion: """
      Every file is checked, also after a bad one. With manifests, the flows are also checked \
      against what those builds declare. The exit status is 1 if there is an error, with --strict \
      also if there is a warning.

      Example:
        flowmagic validate shop.json --manifest shop.manifest.json
      """)

  @Argument(
    help: "The files to check; - is standard input.",
    completion: .file(extensions: ["json"]))
  var files: [String]

  @Option(
    name: .customLong("manifest"),
    help: "What a build in use declares about its screens. May be given more than once.",
    completion: .file(extensions: ["json"]))
  var manifests: [String] = []

  @Flag(help: "Write one JSON document instead of text.")
  var json = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let words = ReportWords(width: console.out.width, glyphs: console.out.glyphs)
      let report = validate(&reader) { file in
        if !json { console.out.lines(words.lines(file)) }
      }
      if json {
        console.out.write(report.json.utf8(.pretty) + [UInt8(ascii: "\n")])
      } else {
        console.out.line(words.summary(report))
      }
      let isBad = report.errors > 0 || (strict && report.warnings > 0)
      return isBad ? ExitStatus.failed : ExitStatus.ok
    }
  }

  /// Validates the files one by one, telling of each as soon as it is done.
  private func validate(
    _ reader: inout InputReader, _ tell: (FileReport) -> Void
  ) -> ValidationReport {
    var report = ValidationReport()
    func add(_ file: FileReport) {
      tell(file)
      report.files.append(file)
    }
    let builds: [Manifest]
    do {
      builds = try reader.manifests(manifests)
    } catch {
      // Without what the builds declare, the flows would be judged wrongly.
      add(FileReport(file: error.file, error))
      return report
    }
    for file in files {
      do {
        let loaded = try reader.document(file)
        add(FileReport(loaded, findings: Verification.findings(loaded.document, builds)))
      } catch {
        add(FileReport(file: error.file, error))
      }
    }
    return report
  }
}

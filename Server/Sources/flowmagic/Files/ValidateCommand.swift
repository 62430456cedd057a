import ArgumentParser
import FlowCore

/// Checks flows for errors before they are published.
struct ValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check flows for errors.",
    discussion: """
      Finds steps that cannot be reached, routes that lead nowhere, flows that users cannot leave, \
      and more. With --manifest, also checks the flows against what each build declares. The exit \
      status is 1 if there are errors; --strict treats warnings as errors.

      Example:
        flowmagic validate shop.json --manifest shop.manifest.json
      """)

  @Argument(
    help: "The files to check; - for standard input.",
    completion: .file(extensions: ["json"]))
  var files: [String]

  @Option(
    name: .customLong("manifest"),
    help: "A build's manifest. Can be repeated.",
    completion: .file(extensions: ["json"]))
  var manifests: [String] = []

  @Flag(help: "Output JSON.")
  var json = false

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup var common: CommonOptions

  func run() throws {
    try common.run { console throws(InputProblem) in
      var reader = InputReader()
      let text = ReportText(width: console.out.width, glyphs: console.out.glyphs)
      let report = validate(&reader) { file in
        if !json { console.out.writeLines(text.lines(file)) }
      }
      if json {
        console.out.write(report.json.utf8(.pretty) + [UInt8(ascii: "\n")])
      } else {
        console.out.writeLine(text.summary(report))
      }
      let hasFailed = report.errorCount > 0 || (strict && report.warningCount > 0)
      return hasFailed ? ExitStatus.failed : ExitStatus.ok
    }
  }

  /// Validates the files one by one, reporting each as soon as it is done.
  private func validate(
    _ reader: inout InputReader, _ onReport: (FileReport) -> Void
  ) -> ValidationReport {
    var report = ValidationReport()
    func add(_ file: FileReport) {
      onReport(file)
      report.files.append(file)
    }
    let builds: [Manifest]
    do {
      builds = try reader.readManifests(manifests)
    } catch {
      // Without the manifests, the findings would be misleading.
      add(FileReport(file: error.file, error))
      return report
    }
    for file in files {
      do {
        let loaded = try reader.readDocument(file)
        add(FileReport(loaded, findings: Verifier(loaded.document, manifests: builds).findings()))
      } catch {
        add(FileReport(file: error.file, error))
      }
    }
    return report
  }
}

import ArgumentParser
import FlowCore

/// Verifies the draft or a file on the server.
struct VerifyCommand: RemoteCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the draft, or a file, against the builds in use.",
    discussion: """
      Like `validate`, but the server checks against the manifests of the builds in use in an \
      environment. Nothing is stored or published. The exit status is 1 if there are errors; \
      --strict treats warnings as errors.

      --json: what `validate --json` writes, with "application", "environment" and, for the \
      draft, "revision".

      Example:
        flowmagic verify shop.json --app shop
      """)

  @Argument(
    help: "The file to check; - for standard input. (default: the draft)",
    completion: .file(extensions: ["json"]))
  var file: String?

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup var environmentOption: EnvironmentOption
  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func perform(_ context: CommandContext) async throws -> Int32 {
    var reader = InputReader()
    let loadedFile = try file.map { file throws(InputProblem) in try reader.readDocument(file) }
    let app = try await context.resolveApplication(application)
    let environment = try await context.resolveEnvironment(environmentOption.value, of: app).name
    let subject = try await subject(context, loadedFile, app)
    let findings = try await context.verify(
      subject.loaded.source.bytes, of: app, in: environment)
    let report = ValidationReport(files: [RemoteReport.report(subject.loaded, findings)])
    let unsupported = findings.filter { Finding($0) == nil }
    if context.outputsJSON {
      guard var object = report.json.object else { return ExitStatus.failed }
      object["application"] = .string(app)
      object["environment"] = .string(environment)
      object["revision"] = subject.revision.map { .integer($0) }
      context.console.out.write(JSON.object(object).utf8(.pretty) + [UInt8(ascii: "\n")])
    } else {
      let out = context.console.out
      let text = ReportText(width: out.width, glyphs: out.glyphs)
      for file in report.files { out.writeLines(text.lines(file)) }
      out.writeLines(RemoteReport.unsupported(unsupported))
      out.writeLine(text.summary(report))
      out.writeLine(
        StyledText("  Checked against the builds in use in \(environment) of \(app).", .faint))
    }
    let errors = report.errorCount + unsupported.count { $0["severity"]?.string == "error" }
    let isFailure = errors > 0 || (strict && !findings.isEmpty)
    return isFailure ? ExitStatus.failed : ExitStatus.ok
  }

  private func subject(
    _ context: CommandContext, _ loadedFile: LoadedDocument?, _ app: String
  ) async throws -> (loaded: LoadedDocument, revision: Int?) {
    if let loadedFile { return (loadedFile, nil) }
    guard let draft = try await context.fetchDraft(of: app) else {
      throw RemoteProblem(
        "no-draft", "\(app) has no draft.",
        fix: "Create one with `flowmagic push FILE`, or check a file with `flowmagic verify FILE`.")
    }
    return (try context.parse(draft.bytes, "draft"), draft.revision)
  }
}

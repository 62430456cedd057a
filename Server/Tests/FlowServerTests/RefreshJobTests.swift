import FlowServer
import FlowStore
import Foundation
import Testing

/// What a refresh records beside the keys because it could not be recorded before.
@Suite struct RefreshJobTests {
  private let folder = KeyFolder(
    FileManager.default.temporaryDirectory.path + "/refresh-\(UUID().uuidString)")

  private func removeFiles() {
    for path in [folder.path, folder.path + ".floor"] {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `numbers that could not be recorded are recorded by a later refresh`() async throws {
    defer { removeFiles() }
    let log = CapturedLog()
    let site = try await Site(
      numberRecorder: NumberRecorder { _ in throw CancellationError() }, logger: log.logger)
    try await site.publish()
    let job = RefreshJob(services: site.services, folder: folder)
    // NB: a file at the path, because permissions do not stop root.
    try Data().write(to: URL(filePath: folder.path))
    await job.refresh()
    #expect(log.text.contains("error The highest release numbers cannot be written"))
    #expect(await site.services.signer.numberError is KeyFolder.Failure)
    try FileManager.default.removeItem(atPath: folder.path)
    for _ in 1...2 { await job.refresh() }
    #expect(await site.services.signer.numberError == nil)
    let number = IssuedNumber(application: "shop", environment: "production", number: 1)
    #expect(try folder.issuedFloor().issuedNumbers == [number])
    #expect(log.lines.count { $0.contains("warning Release numbers are written") } == 1)
  }

  @Test func `an issue time that could not be recorded is recorded by a later refresh`()
    async throws
  {
    defer { removeFiles() }
    let site = try await Site(
      minimumIssueTime: MinimumIssueTime { [folder] second, clock in
        try folder.minimumIssueTime().save(second, clock)
      })
    try await site.publish()
    #expect(folder.minimumIssueTime().second == 0, "the folder does not exist")
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: false)
    await RefreshJob(services: site.services, folder: folder).refresh()
    #expect(folder.minimumIssueTime().second == Site.Clock.start)
  }
}

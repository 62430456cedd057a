import FlowCore
import FlowMagic
import FlowServer
import Foundation
import HTTPTypes
import Testing

/// The metrics that alerts use follow the state they describe.
@Suite struct MetricValueTests {
  private func withFolder(_ body: (KeyFolder) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/keys-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await body(KeyFolder(path))
  }

  private func value(_ name: String, _ site: Site) async -> Int? {
    await site.services.metricsText().split(separator: "\n")
      .first { $0.hasPrefix("\(name) ") }.flatMap { Int($0.dropFirst(name.count + 1)) }
  }

  @Test(arguments: [365 * 86_400, -30 * 86_400])
  func `a clock jump is an error in the log and a metric, until the clock is corrected`(
    seconds: Int
  ) async throws {
    let log = CapturedLog()
    // The monotonic time stands still, so every change of the clock is a jump.
    let site = try await Site(uptime: { 500 }, logger: log.logger)
    try await withFolder { folder in
      let job = RefreshJob(services: site.services, folder: folder)
      func alerts() -> [String] { log.lines.filter { $0.hasPrefix("error The clock ") } }
      await job.refresh()
      #expect(alerts().isEmpty)
      #expect(await value("flowmagic_clock_jump_seconds", site) == 0)
      site.clock.advance(by: seconds)
      await job.refresh()
      await job.refresh()
      #expect(alerts().count == 2, "every minute while it lasts")
      let message = seconds > 0 ? "has jumped ahead" : "was set back"
      #expect(alerts().allSatisfy { $0.contains(message) && $0.contains("seconds=") })
      #expect(await value("flowmagic_clock_jump_seconds", site) == seconds)
      site.clock.advance(by: -seconds)
      await job.refresh()
      #expect(alerts().count == 2)
      #expect(await value("flowmagic_clock_jump_seconds", site) == 0)
    }
  }

  @Test func `the lead of statements over the clock is a metric`() async throws {
    let site = try await Site()
    try await site.publish()
    #expect(await value("flowmagic_statement_lead_seconds", site) == 0)
    site.clock.advance(by: -3600)
    #expect(await value("flowmagic_statement_lead_seconds", site) == 3600)
  }

  @Test func `the creation time of the signing key is that of its file`() async throws {
    let site = try await Site()
    try await withFolder { folder in
      let job = RefreshJob(services: site.services, folder: folder)
      let name = "flowmagic_signing_key_created_timestamp_seconds"
      #expect(await value(name, site) == 0, "it is not known yet")
      let keys = try folder.loadOrCreate()
      let file = "\(folder.path)/\(keys.publicKey.id).key"
      let created = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: created], ofItemAtPath: file)
      await job.refresh()
      #expect(await value(name, site) == 1_700_000_000)
    }
  }

  @Test func `queued emails are counted, with the age of the oldest`() async throws {
    let site = try await Site(withUsers: true)
    #expect(await value("flowmagic_mail_queue", site) == 0)
    let response = try await site.send(
      .post, "/v1/account/password/forgot", as: .anonymous,
      body: ["email": .string(Site.email("owner"))])
    #expect(response.status == 202 || response.status == 204, "\(response.text)")
    #expect(await value("flowmagic_mail_queue", site) == 1)
    site.clock.advance(by: 120)
    #expect(await value("flowmagic_mail_queue_oldest_seconds", site) == 120)
  }

  @Test func `an email queued while the clock was ahead is not hidden by newer ones`()
    async throws
  {
    let site = try await Site(withUsers: true)
    func request(_ role: String) async throws {
      try await site.send(
        .post, "/v1/account/password/forgot", as: .anonymous,
        body: ["email": .string(Site.email(role))])
    }
    site.clock.advance(by: 86_400)
    try await request("owner")
    site.clock.advance(by: -86_400)
    #expect(await value("flowmagic_mail_queue_oldest_seconds", site) == 86_400)
    try await request("editor")
    #expect(await value("flowmagic_mail_queue", site) == 2)
    #expect(await value("flowmagic_mail_queue_oldest_seconds", site) == 86_400)
  }
}

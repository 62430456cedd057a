import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// A recipient of an unwanted invitation reports it without an account.
@Suite struct InvitationReportPageTests {
  private static let report = AccountPaths.invitationReport

  private func invite(
    _ site: Site, _ email: String, as role: Site.Role = .owner
  ) async throws -> Site.Response {
    try await site.send(
      .post, "/v1/organizations/acme/invitations", as: role,
      body: ["email": .string(email), "role": "viewer"])
  }

  /// The path of the report link in the latest invitation to an address.
  private func link(_ site: Site, to email: String) async throws -> String {
    let accounts = site.services.accounts
    let emails = try await accounts.store.read { try $0.dueMail(at: .max, limit: 100) }
    let texts = try emails.filter { $0.to == email }.map { try $0.opened(with: accounts.keys).text }
    let links = texts.compactMap {
      $0.firstMatch(of: /http:\/\/test(\/account\/invitation\/report\?link=\w{43})/)?.1
    }
    return String(try #require(links.last, "the email has no link to report it"))
  }

  private func submitReport(_ site: Site, link: String) async throws -> Site.Response {
    let browser = site.browser()
    return try await browser.post(
      Self.report, form: ["link": String(link.suffix(43))], token: browser.token)
  }

  @Test func `a mail scanner that follows the link reports nothing`() async throws {
    let site = try await Site(withUsers: true)
    #expect(try await invite(site, "ada@example.net").status == 201)
    let link = try await link(site, to: "ada@example.net")
    for method in [HTTPRequest.Method.get, .head] {
      #expect(try await site.browser().send(method, link).status == 200)
    }
    #expect(try await site.services.accounts.invitations.reportedOrganizations().isEmpty)
    #expect(try await invite(site, "ada@example.net").status == 201)
  }

  @Test(arguments: ["en", "de"])
  func `the page explains the consequences in the reader's language, and has a button`(
    language: String
  ) async throws {
    let site = try await Site(withUsers: true)
    _ = try await invite(site, "ada@example.net")
    let link = try await link(site, to: "ada@example.net")
    let page = try await site.browser().send(.get, link, ["Accept-Language": language])
    #expect(page.text.contains(language == "de" ? "Melden und blockieren" : "Report and block"))
    let consequence =
      language == "de"
      ? "ACME kann an diese Adresse keine mehr senden" : "ACME can no longer invite this address"
    #expect(page.text.contains(consequence))
    #expect(page.text.contains("owner@example.com") && page.text.contains("ACME"))
    #expect(page.text.contains("action=\"\(Self.report)\""))
    // The page of the invitation links to it as well.
    let invitation = link.replacing("/report", with: "")
    let other = try await site.browser().send(.get, invitation)
    #expect(other.text.contains("href=\"\(link)\""))
  }

  @Test func `the pages of a token's invitation name an owner, as the email does`() async throws {
    let site = try await Site(withUsers: true)
    #expect(try await invite(site, "ada@example.net", as: .admin).status == 201)
    let link = try await link(site, to: "ada@example.net")
    for path in [link, link.replacing("/report", with: "")] {
      let page = try await site.browser().send(.get, path)
      #expect(page.text.contains("owner@example.com") && !page.text.contains("the token"))
    }
  }

  @Test(arguments: [Site.Role.owner, .admin])
  func `the report page of an invitation that has ended names no one`(
    role: Site.Role
  ) async throws {
    let site = try await Site(withUsers: true)
    #expect(try await invite(site, "ada@example.net", as: role).status == 201)
    let link = try await link(site, to: "ada@example.net")
    #expect(try await site.browser().send(.get, link).text.contains("owner@example.com"))
    #expect(try await invite(site, "ada@example.net", as: role).status == 201)
    let page = try await site.browser().send(.get, link)
    #expect(page.status == 200 && page.text.contains("ada@example.net was invited to ACME."))
    #expect(!page.text.contains("owner@example.com") && !page.text.contains("the token"))
  }

  @Test func `a report blocks the sender for the recipient, and three reports for everyone`()
    async throws
  {
    let site = try await Site(withUsers: true)
    for number in 1...3 {
      let email = "victim\(number)@example.net"
      #expect(try await invite(site, email).status == 201)
      let link = try await link(site, to: email)
      let done = try await submitReport(site, link: link)
      #expect(done.status == 303 && done.headers[.location] == Self.report + "/done")
      #expect(try await submitReport(site, link: link).status == 303, "a second report is accepted")
      #expect(try await site.browser().send(.get, Self.report + "/done").status == 200)
      if number < 3 {
        let second = try await invite(site, email)
        #expect(second.status == 403 && second.code == "invitation-refused")
      }
    }
    let blocked = try await invite(site, "other@example.net")
    #expect(blocked.status == 403 && blocked.code == "invitations-blocked")
    #expect(blocked.json["detail"]?.string?.contains("Ask the operator") == true)
    let metrics = await site.services.metricsText()
    #expect(metrics.contains("\nflowmagic_invitation_reports 3\n"))
    #expect(metrics.contains("\nflowmagic_organizations_blocked 1\n"))
    let log = try await site.send(.get, "/v1/audit", as: .owner)
    let reports = log.json["entries"]?.array?.filter { $0["action"] == "invitation.reported" }
    #expect(reports?.count == 3)
    let names: [Name] = ["email", "invitation"]
    #expect(
      reports?.contains { report in names.contains { report["detail"]?[$0] != nil } } == false,
      "reports name no one")
    #expect(log.text.contains("organization.invitations-blocked"))
  }
}

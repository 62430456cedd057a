import Accounts
import HTTPTypes

/// The page for reporting an invitation from an unknown organization.
enum InvitationReportPageRoutes {
  static let all = [showInvitationReport, reportInvitationByForm, showInvitationReported]

  static let showInvitationReport = Endpoint.page(
    "showInvitationReport", .get, AccountPaths.invitationReport,
    "The page to report an invitation and block its sender",
    detail: "Changes nothing, because mail scanners open links too.",
    parameters: [.link]
  ) { page in
    try await page.withReportableInvitation { page, invitation in
      let name = try await page.organizationName(invitation.organization)
      // NB: the link of an invitation that has ended does not show who can be reached today: the
      // inviter's present address, or that of an owner.
      let invitations = page.accounts.invitations
      let inviter =
        try await invitations.isPending(invitation)
        ? invitations.inviterName(of: invitation) : nil
      return try page.show(page.reportPage(invitation, from: inviter, organization: name))
    }
  }

  static let reportInvitationByForm = Endpoint.page(
    "reportInvitationByForm", .post, AccountPaths.invitationReport,
    "Reports an invitation as unwanted",
    detail: "Revokes all open invitations of its organization to the recipient's mailbox, and "
      + "blocks further ones to it. Requires no account, because the link was sent by email. "
      + "Reporting again changes nothing.",
    fields: ["link"]
  ) { page in
    try await page.withReportableInvitation { page, _ in
      try await page.accounts.invitations.report(page.linkToken, client: page.request.client)
      return page.redirect(to: AccountPaths.invitationReport + "/done")
    }
  }

  static let showInvitationReported = Endpoint.page(
    "showInvitationReported", .get, AccountPaths.invitationReport + "/done",
    "The page after an invitation was reported"
  ) { page in
    try page.message(
      page.texts["report.done"],
      [page.texts["report.done-lead"], page.texts["report.done-undo"]], icon: "check")
  }
}

extension PageRequest {
  fileprivate mutating func withReportableInvitation(
    _ body: (inout PageRequest, Invitation) async throws -> EndpointResponse
  ) async throws -> EndpointResponse {
    do {
      let invitation = try await accounts.invitations.invitationToReport(linkToken)
      return try await body(&self, invitation)
    } catch let error as AccountError where error.code == .invalidLink {
      return try expiredLinkPage(requestPath: nil)
    } catch let error as AccountError where error.code == .conflict {
      return try message(
        texts["report.joined"], [texts["report.joined-lead"]], icon: "people",
        button: (AccountSection.organizations.path, texts["account.organizations"]))
    }
  }

  fileprivate func reportPage(
    _ invitation: Invitation, from inviter: String?, organization: String
  ) -> FormPage {
    let names = ["email": invitation.email, "organization": organization]
    let lead =
      if let inviter {
        texts.text("report.lead", names.merging(["inviter": inviter]) { $1 })
      } else {
        texts.text("report.lead-ended", names)
      }
    return FormPage(
      title: texts["report.title"], lead: lead, symbol: "alert",
      action: AccountPaths.invitationReport, submitLabel: texts["report.button"],
      footnote: texts.text("report.footnote", ["organization": organization]),
      hiddenFields: ["link": linkToken], isDestructive: true,
      footerLinks: [
        PageLink(
          text: texts["report.known"],
          href: Self.path(AccountPaths.invitation, ["link": linkToken]),
          label: texts["report.see"])
      ])
  }
}

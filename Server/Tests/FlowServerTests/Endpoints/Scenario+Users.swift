import Accounts
import FlowCore
import FlowServer
import FlowStore
import Testing

extension Scenario {
  private static let newcomer = "newcomer@example.net"

  /// Registration and sign-in: open to everyone, whatever other credentials they send.
  static let account: [String: Scenario] = [
    "register": Scenario(
      body: ["email": .string(newcomer), "password": .string(Site.password)], status: 202,
      mustContain: ["\"mail\":\"on\""]),
    "verifyAddress": Scenario(
      makeBody: { site, _ in
        ["link": .string(try await site.register(newcomer)), "password": .string(Site.password)]
      }, mustContain: ["accessToken", newcomer]),
    "signIn": Scenario(
      body: [
        "email": .string(Site.email("colleague")), "password": .string(Site.password),
      ], mustContain: ["accessToken", "refreshToken"]),
    "secondFactor": Scenario(
      makeBody: { site, _ in try await site.secondFactorBody("colleague") },
      mustContain: ["accessToken"]),
    "refresh": Scenario(
      makeBody: { site, _ in ["refreshToken": .string(try await site.refreshToken("colleague"))] },
      mustContain: ["accessToken", "refreshToken"]),
    // Needs a configured provider; the result is tested in Accounts.
    "exchange": Scenario(
      path: ["provider": "google"], body: ["idToken": "a.b.c"], status: 404),
    "forgotPassword": Scenario(
      body: ["email": .string(Site.email("colleague"))], status: 202,
      mustContain: ["\"mail\":\"on\""]),
    "resetPassword": Scenario(
      makeBody: { site, _ in
        let link = try await site.services.accounts.administration.createPasswordResetLink(
          for: Site.userID("colleague"), by: .operator("test"))
        return [
          "link": .string(Site.secret(of: link)), "password": "another good pass phrase",
        ]
      }, status: 204),
    "readAccountKeys": Scenario(mustContain: ["\"kty\":\"OKP\""]),
  ]

  /// Callers whose own organization, or `acme`, would be left without an owner.
  private static let lastOwners: [Site.Role: Int] = [
    .owner: 409, .ownerApp: 409, .stranger: 409,
  ]

  /// The user's own data, read and changed, whatever the user's role.
  static let me: [String: Scenario] = [
    "currentUser": Scenario(mustContain: ["\"kind\":"]),
    "renameCurrentUser": Scenario(body: ["name": "Grace"], mustContain: ["Grace"]),
    "deleteCurrentUser": Scenario(status: 204, exceptions: lastOwners),
    "confirmIdentity": Scenario(
      body: ["password": .string(Site.password)], mustContain: ["signedIn"]),
    "changePassword": Scenario(
      body: ["old": .string(Site.password), "new": "another good pass phrase"],
      mustContain: ["signedIn"]),
    "listSessions": Scenario(mustContain: ["192.0.2.1"]),
    "endSession": Scenario(
      path: ["id": "other{self}"], status: 204,
      prepare: { site in for role in site.users.keys { try await site.addSession(of: role) } }),
    "signOut": Scenario(status: 204),
    "listSecurityEvents": Scenario(
      mustContain: ["session.began"],
      prepare: { site in
        for id in Set(site.users.values) {
          try await site.addSecurityEvent("session.began", of: id)
        }
      }),
    "leaveOrganization": Scenario(
      path: ["id": "acme"], status: 204,
      exceptions: [.owner: 409, .ownerApp: 409, .stranger: 404, .unaffiliated: 404]),
    "setUpTOTP": Scenario(status: 201, mustContain: ["otpauth://totp/"]),
    "confirmTOTP": Scenario(
      makeBody: { site, role in ["code": .string(try await site.beginTOTP(as: role))] },
      mustContain: ["recoveryCodes", "signedIn"]),
    "removeTOTP": Scenario(
      makeBody: { try await $0.setUpTOTP(as: $1) }, mustContain: ["signedIn"]),
    "renewRecoveryCodes": Scenario(
      makeBody: { try await $0.setUpTOTP(as: $1) }, mustContain: ["recoveryCodes", "signedIn"]),
  ]

  private static let invitationID = "invitation000000"

  /// Organizations, their members and invitations.
  static let organizations: [String: Scenario] = [
    "listOrganizations": Scenario(
      hiddenFrom: [.rival, .stranger, .unaffiliated], mustContain: ["\"id\":\"acme\""]),
    "addOrganization": Scenario(
      body: ["id": "globex", "name": "Globex"], status: 201, mustContain: ["globex", "owner"]),
    "changeOrganization": Scenario(body: ["name": "Acme & Co"], mustContain: ["Acme & Co"]),
    "listInvitations": Scenario(
      mustContain: [invitationID], prepare: { try await $0.addInvitation(invitationID) }),
    "invite": Scenario(
      body: ["email": .string(newcomer), "role": "editor"], status: 201,
      mustContain: [newcomer, "editor"]),
    "revokeInvitation": Scenario(
      path: ["id": invitationID], status: 204,
      prepare: { try await $0.addInvitation(invitationID) }),
    "acceptInvitation": Scenario(
      makeBody: { site, role in ["link": .string(try await site.invite(role, to: "third"))] },
      mustContain: ["third"],
      prepare: { site in
        try await site.store.add(
          Organization(id: "third", name: "Third", created: 1), audit: site.audit("third"))
      }),
    "listMembers": Scenario(mustContain: [Site.email("colleague")]),
    "changeMember": Scenario(
      body: ["role": "editor", "grants": []], mustContain: ["editor", Site.email("colleague")]),
    "removeMember": Scenario(status: 204),
  ]
}

import Accounts
import FlowCore
import FlowStore
import HTTPTypes

/// The routes for a user's second factor.
enum SecondFactorRoutes {
  static let all = [setUpTOTP, confirmTOTP, removeTOTP, renewRecoveryCodes]

  static let setUpTOTP = Endpoint(
    "setUpTOTP", .post, "/v1/me/totp", .users, .user, "Starts setting up an authenticator app",
    detail: "Takes effect when a first code is sent to `/v1/me/totp/confirmation`.",
    responses: [
      ResponseDeclaration(201, "The secret and the URL for the authenticator app.", .totpSecret)
    ],
    problems: [.notRecent, .passkeyRequired, .conflict]
  ) { request in
    let (secret, uri) = try await request.accounts.secondFactors.beginTOTP(
      try request.user.authenticatedSession)
    return .json(["secret": .string(TOTP.base32(secret)), "uri": .string(uri)], status: 201)
  }

  static let confirmTOTP = Endpoint(
    "confirmTOTP", .post, "/v1/me/totp/confirmation", .users, .user,
    "Completes setting up an authenticator app",
    detail: "From then on, signing in requires a code. The recovery codes are shown only once. "
      + newSecrets,
    body: RequestBodyDeclaration(.codeOnly),
    responses: [ResponseDeclaration(200, "The recovery codes.", .recoveryCodes)],
    problems: [.notRecent, .passkeyRequired, .wrongCode, .tooManyAttempts, .notFound]
  ) { request in
    let object = try request.object()
    let (codes, session) = try await request.accounts.secondFactors.confirmTOTP(
      try request.user.authenticatedSession, code: try request.text("code", in: object),
      client: request.client)
    return .renewed(session, in: recoveryCodes(codes, session), now: request.now)
  }

  static let removeTOTP = Endpoint(
    "removeTOTP", .delete, "/v1/me/totp", .users, .user, "Removes the authenticator app",
    detail: newSecrets,
    responses: [ResponseDeclaration(200, "Signing in no longer requires a code.", .signInStep)],
    problems: [.notRecent, .passkeyRequired, .notFound]
  ) { request in
    let session = try await request.accounts.secondFactors.removeTOTP(
      try request.user.authenticatedSession, client: request.client)
    return .renewed(session, now: request.now)
  }

  static let renewRecoveryCodes = Endpoint(
    "renewRecoveryCodes", .post, "/v1/me/recovery-codes", .users, .user,
    "Replaces the recovery codes", detail: "They are shown only once. " + newSecrets,
    responses: [ResponseDeclaration(200, "The recovery codes.", .recoveryCodes)],
    problems: [.notRecent, .passkeyRequired, .notFound]
  ) { request in
    let (codes, session) = try await request.accounts.secondFactors.replaceRecoveryCodes(
      try request.user.authenticatedSession, client: request.client)
    return .renewed(session, in: recoveryCodes(codes, session), now: request.now)
  }

  private static let newSecrets =
    "The user's other sessions end, and as after a confirmation, this one gets new secrets."

  private static func recoveryCodes(_ codes: [String], _ session: NewSession) -> JSON {
    ["recoveryCodes": .array(codes.map { .string($0) }), "session": session.json]
  }
}

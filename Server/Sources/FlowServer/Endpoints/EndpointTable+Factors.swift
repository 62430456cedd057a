import Accounts
import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// The second factor.
  static let factors = [setUpTOTP, confirmTOTP, removeTOTP, renewRecoveryCodes]

  static let setUpTOTP = Endpoint(
    "setUpTOTP", .post, "/v1/me/totp", .people, .person, "Begins with an authenticator app",
    detail: "Counts when a first code has come to `/v1/me/totp/confirmation`.",
    answers: [AnswerDeclaration(201, "What the app needs to know.", .totpSecret)],
    problems: [.notRecent, .conflict]
  ) { call in
    let (secret, uri) = try await call.accounts.secondFactors.beginTOTP(try call.person.signedIn)
    return .json(["secret": .string(TOTP.base32(secret)), "uri": .string(uri)], status: 201)
  }

  static let confirmTOTP = Endpoint(
    "confirmTOTP", .post, "/v1/me/totp/confirmation", .people, .person,
    "Shows that the authenticator app works",
    detail: "From now on signing in needs a code. The recovery codes are shown this once.",
    body: RequestBodyDeclaration(.codeOnly),
    answers: [AnswerDeclaration(200, "The recovery codes.", .recoveryCodes)],
    problems: [.notRecent, .wrongCode, .tooManyAttempts, .notFound]
  ) { call in
    let object = try call.object()
    let codes = try await call.accounts.secondFactors.confirmTOTP(
      try call.person.signedIn, code: try call.text("code", in: object), client: call.client)
    return .json(recoveryCodes(codes))
  }

  static let removeTOTP = Endpoint(
    "removeTOTP", .delete, "/v1/me/totp", .people, .person, "Does without the authenticator app",
    answers: [AnswerDeclaration(204, "Signing in needs no code of it any more.")],
    problems: [.notRecent, .notFound]
  ) { call in
    try await call.accounts.secondFactors.removeTOTP(try call.person.signedIn, client: call.client)
    return .done
  }

  static let renewRecoveryCodes = Endpoint(
    "renewRecoveryCodes", .post, "/v1/me/recovery-codes", .people, .person,
    "Makes new recovery codes in place of the old ones", detail: "They are shown this once.",
    answers: [AnswerDeclaration(200, "The recovery codes.", .recoveryCodes)],
    problems: [.notRecent, .notFound]
  ) { call in
    let codes = try await call.accounts.secondFactors.newRecoveryCodes(
      try call.person.signedIn, client: call.client)
    return .json(recoveryCodes(codes))
  }

  private static func recoveryCodes(_ codes: [String]) -> JSON {
    ["recoveryCodes": .array(codes.map { .string($0) })]
  }
}

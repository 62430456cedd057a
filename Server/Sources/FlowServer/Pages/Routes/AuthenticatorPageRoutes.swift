import Accounts
import Foundation
import HTTPTypes

/// The authenticator app and the codes on paper.
enum AuthenticatorPageRoutes {
  static let all = [
    beginAuthenticator, confirmAuthenticator, removeAuthenticator, makeRecoveryCodes,
  ]

  static let beginAuthenticator = Endpoint.page(
    "beginAuthenticator", .post, "/account/authenticator", "Starts setting up an authenticator app",
    here: AccountSection.security.path
  ) { page in
    let (_, uri) = try await page.accounts.secondFactors.beginTOTP(try page.user())
    return try page.showAuthenticator(uri)
  }

  static let confirmAuthenticator = Endpoint.page(
    "confirmAuthenticator", .post, "/account/authenticator/confirm",
    "Completes setting up an authenticator app, and shows the recovery codes once",
    here: AccountSection.security.path,
    fields: ["code", "setup"]
  ) { page in
    let signedIn = try page.user()
    guard let uri = page.openedSetup() else { return page.go(to: AccountSection.security.path) }
    return try await page.submit([page.texts.codeField()]) { page, _, problems in
      try page.showAuthenticator(uri, problems)
    } act: { page in
      let codes = try await page.accounts.secondFactors.confirmTOTP(
        signedIn, code: page.sent("code"), client: page.request.client)
      return try page.showCodes(codes)
    }
  }

  static let removeAuthenticator = Endpoint.page(
    "removeAuthenticator", .post, "/account/authenticator/remove",
    "Removes the authenticator app", here: AccountSection.security.path
  ) { page in
    do {
      try await page.accounts.secondFactors.removeTOTP(
        try page.user(), client: page.request.client)
    } catch let error as AccountError where error.code == .notFound {
      // Off already: what was wanted is so.
    }
    return page.go(to: AccountSection.security.path, notice: "notice.totp-removed")
  }

  static let makeRecoveryCodes = Endpoint.page(
    "makeRecoveryCodes", .post, "/account/recovery-codes",
    "Replaces the recovery codes, and shows them once",
    here: AccountSection.security.path
  ) { page in
    let codes = try await page.accounts.secondFactors.newRecoveryCodes(
      try page.user(), client: page.request.client)
    return try page.showCodes(codes)
  }
}

extension PageRequest {
  /// Returns the purpose that seals the set-up between two pages: only its user can open it.
  private func setupPurpose() throws -> String { "authenticator-page/\(try user().user.id)" }

  /// NB: the app's secret is shown to its user anyway; it comes back sealed so that no one can
  /// have us draw another one.
  fileprivate func openedSetup() -> String? {
    guard let sealed = Data(base64Encoded: sent("setup")), let purpose = try? setupPurpose(),
      let bytes = try? accounts.keys.open(Array(sealed), for: purpose)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate mutating func showAuthenticator(
    _ uri: String, _ problems: FormProblems = FormProblems()
  ) throws -> EndpointResponse {
    let sealed = try accounts.keys.seal(Array(uri.utf8), for: try setupPurpose())
    let query = uri.split(separator: "?").last.map { QueryText.parameters(String($0)) }
    let secret = query?["secret"] ?? ""
    return try accountPage(
      "authenticator", texts["totp.set-up"], section: .security,
      [
        "qr": QRCode.svg(uri) ?? "", "secret": Self.groupedByFour(secret),
        "hidden": [["key": "setup", "value": Data(sealed).base64EncodedString()]],
      ], fields: [texts.codeField(isFocused: false)], problems: problems)
  }

  /// Four letters at a time, as people copy.
  private static func groupedByFour(_ text: String) -> String {
    stride(from: 0, to: text.count, by: 4)
      .map { String(text.dropFirst($0).prefix(4)) }.joined(separator: " ")
  }

  fileprivate mutating func showCodes(_ codes: [String]) throws -> EndpointResponse {
    try accountPage(
      "recovery-codes", texts["recovery.title"], section: .security, ["codes": codes])
  }
}

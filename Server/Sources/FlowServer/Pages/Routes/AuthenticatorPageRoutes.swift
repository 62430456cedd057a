import Accounts
import Foundation
import HTTPTypes

/// The pages of authenticator apps and recovery codes.
enum AuthenticatorPageRoutes {
  static let all = [
    beginAuthenticator, confirmAuthenticator, removeAuthenticator, makeRecoveryCodes,
  ]

  static let beginAuthenticator = Endpoint.page(
    "beginAuthenticator", .post, "/account/authenticator", "Starts setting up an authenticator app",
    pagePath: AccountSection.security.path
  ) { page in
    let (_, uri) = try await page.accounts.secondFactors.beginTOTP(try page.requireSession())
    return try page.showAuthenticator(uri)
  }

  static let confirmAuthenticator = Endpoint.page(
    "confirmAuthenticator", .post, "/account/authenticator/confirm",
    "Completes setting up an authenticator app, and shows the recovery codes once",
    pagePath: AccountSection.security.path,
    fields: ["code", "setup"]
  ) { page in
    let signedIn = try page.requireSession()
    guard let uri = page.unsealedSetup() else {
      return page.redirect(to: AccountSection.security.path)
    }
    return try await page.submit([page.texts.codeField()]) { page, _, errors in
      try page.showAuthenticator(uri, errors)
    } act: { page in
      let (codes, session) = try await page.accounts.secondFactors.confirmTOTP(
        signedIn, code: page.formValue("code"), client: page.request.client)
      page.setCookies(of: session)
      return try page.showRecoveryCodes(codes)
    }
  }

  static let removeAuthenticator = Endpoint.page(
    "removeAuthenticator", .post, "/account/authenticator/remove",
    "Removes the authenticator app", pagePath: AccountSection.security.path
  ) { page in
    do {
      let session = try await page.accounts.secondFactors.removeTOTP(
        try page.requireSession(), client: page.request.client)
      page.setCookies(of: session)
    } catch let error as AccountError where error.code == .notFound {
      // Already removed, which is the requested state.
    }
    return page.redirect(to: AccountSection.security.path, notice: "notice.totp-removed")
  }

  static let makeRecoveryCodes = Endpoint.page(
    "makeRecoveryCodes", .post, "/account/recovery-codes",
    "Replaces the recovery codes, and shows them once",
    pagePath: AccountSection.security.path
  ) { page in
    let (codes, session) = try await page.accounts.secondFactors.replaceRecoveryCodes(
      try page.requireSession(), client: page.request.client)
    page.setCookies(of: session)
    return try page.showRecoveryCodes(codes)
  }
}

extension PageRequest {
  /// Returns the purpose under which the setup is sealed between two pages; it names the user.
  private func setupPurpose() throws -> String {
    "authenticator-page/\(try requireSession().user.id)"
  }

  /// Returns the setup URI from the form; nil if it was not sealed for this user.
  ///
  /// NB: the secret is shown to its user anyway; it is sealed so that nobody can make the server
  /// render a secret of their choice.
  fileprivate func unsealedSetup() -> String? {
    guard let sealed = Data(base64Encoded: formValue("setup")), let purpose = try? setupPurpose(),
      let bytes = try? accounts.keys.open(Array(sealed), for: purpose)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate mutating func showAuthenticator(
    _ uri: String, _ errors: FormErrors = FormErrors()
  ) throws -> EndpointResponse {
    let sealed = try accounts.keys.seal(Array(uri.utf8), for: try setupPurpose())
    let query = uri.split(separator: "?").last.map { QueryString.parameters(String($0)) }
    let secret = query?["secret"] ?? ""
    return try accountPage(
      "authenticator", texts["totp.set-up"], section: .security,
      [
        "qr": QRCode.svg(uri) ?? "", "secret": Self.groupedByFour(secret),
        "hiddenFields": [["key": "setup", "value": Data(sealed).base64EncodedString()]],
      ], fields: [texts.codeField(hasAutofocus: false)], errors: errors)
  }

  /// Splits the text into groups of four characters, which are easier to copy by hand.
  private static func groupedByFour(_ text: String) -> String {
    stride(from: 0, to: text.count, by: 4)
      .map { String(text.dropFirst($0).prefix(4)) }.joined(separator: " ")
  }

  fileprivate mutating func showRecoveryCodes(_ codes: [String]) throws -> EndpointResponse {
    try accountPage(
      "recovery-codes", texts["recovery.title"], section: .security, ["codes": codes])
  }
}

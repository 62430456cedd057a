import Accounts
import Foundation
import HTTPTypes

extension EndpointTable {
  /// The authenticator app and the codes on paper.
  static let factorPages = [
    beginAuthenticator, confirmAuthenticator, removeAuthenticator, makeRecoveryCodes,
  ]

  static let beginAuthenticator = Endpoint.page(
    "beginAuthenticator", .post, "/account/authenticator", "Begins with an authenticator app",
    here: security
  ) { visit in
    let (_, uri) = try await visit.accounts.secondFactors.beginTOTP(try visit.person())
    return try visit.showAuthenticator(uri)
  }

  static let confirmAuthenticator = Endpoint.page(
    "confirmAuthenticator", .post, "/account/authenticator/confirm",
    "Turns the authenticator app on, and shows the recovery codes, once", here: security,
    fields: ["code", "setup"]
  ) { visit in
    let signedIn = try visit.person()
    guard let uri = visit.openedSetup() else { return visit.go(to: security) }
    return try await visit.submit([visit.words.codeField()]) { visit, _, problems in
      try visit.showAuthenticator(uri, problems)
    } act: { visit in
      let codes = try await visit.accounts.secondFactors.confirmTOTP(
        signedIn, code: visit.sent("code"), client: visit.call.client)
      return try visit.showCodes(codes)
    }
  }

  static let removeAuthenticator = Endpoint.page(
    "removeAuthenticator", .post, "/account/authenticator/remove",
    "Does without the authenticator app", here: security
  ) { visit in
    do {
      try await visit.accounts.secondFactors.removeTOTP(
        try visit.person(), client: visit.call.client)
    } catch let error as AccountError where error.code == .notFound {
      // Off already: what was wanted is so.
    }
    return visit.go(to: security, notice: "notice.totp-removed")
  }

  static let makeRecoveryCodes = Endpoint.page(
    "makeRecoveryCodes", .post, "/account/recovery-codes",
    "Makes recovery codes in place of the old ones, and shows them, once", here: security
  ) { visit in
    let codes = try await visit.accounts.secondFactors.newRecoveryCodes(
      try visit.person(), client: visit.call.client)
    return try visit.showCodes(codes)
  }
}

extension Visit {
  /// What seals the set-up between two pages: nobody but its person opens it.
  private func setupPurpose() throws -> String { "authenticator-page/\(try person().person.id)" }

  /// NB: the app's secret is shown to its person anyway; it comes back sealed so that nobody can
  /// have us draw another one.
  fileprivate func openedSetup() -> String? {
    guard let sealed = Data(base64Encoded: sent("setup")), let purpose = try? setupPurpose(),
      let bytes = try? accounts.keys.open(Array(sealed), for: purpose)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate mutating func showAuthenticator(
    _ uri: String, _ problems: FormProblems = FormProblems()
  ) throws -> Reply {
    let sealed = try accounts.keys.seal(Array(uri.utf8), for: try setupPurpose())
    let query = uri.split(separator: "?").last.map { QueryText.parameters(String($0)) }
    let secret = query?["secret"] ?? ""
    return try room(
      "authenticator", words["totp.set-up"], section: .security,
      [
        "qr": QRCode.svg(uri) ?? "", "secret": Self.inFours(secret),
        "hidden": [["key": "setup", "value": Data(sealed).base64EncodedString()]],
      ], fields: [words.codeField(isFocused: false)], problems: problems)
  }

  /// Four letters at a time, as people copy.
  private static func inFours(_ text: String) -> String {
    stride(from: 0, to: text.count, by: 4)
      .map { String(text.dropFirst($0).prefix(4)) }.joined(separator: " ")
  }

  fileprivate mutating func showCodes(_ codes: [String]) throws -> Reply {
    try room(
      "recovery-codes", words["recovery.title"], section: .security, ["codes": codes])
  }
}

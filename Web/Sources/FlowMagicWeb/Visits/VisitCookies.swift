import HTTPTypes

/// The cookies of a visitor: the secret, the state of the last page of each flow, the last restart,
/// and the language.
struct VisitCookies: Sendable {
  /// Whether the site uses https; anything else is allowed only on the local machine.
  let isSecure: Bool
  /// The path of the flow, percent-encoded.
  let flowPath: String
  /// The maximum duration of a visit, in seconds.
  let maxAge: Int

  // NB: a browser accepts a name with `__Host-` only from this host itself, over https and for all
  // paths, so no sibling host can replace the cookie.
  private var visitorName: String { isSecure ? "__Host-flow" : "flow" }
  private var stateName: String { isSecure ? "__Secure-flow-state" : "flow-state" }
  private var restartName: String { isSecure ? "__Host-flow-restart" : "flow-restart" }

  /// The visitor's secret in a request; nil if there is no cookie, or several that differ.
  func visitor(_ headers: HTTPFields) -> VisitorSecret? {
    let values = Self.values(visitorName, in: headers)
    guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
    return VisitorSecret(String(first))
  }

  /// The sealed states of a request for the flow; several if another path has one too.
  func states(_ headers: HTTPFields) -> [Substring] { Self.values(stateName, in: headers) }

  func header(for visitor: VisitorSecret) -> String {
    attributes("\(visitorName)=\(visitor.value)", path: "/", maxAge: maxAge)
  }

  /// The header that stores a sealed state; nil removes it.
  func header(state: String?) -> String {
    attributes("\(stateName)=\(state ?? "")", path: flowPath, maxAge: state == nil ? 0 : maxAge)
  }

  /// The header that stores the id of a restart, until all earlier states have expired.
  func header(restartID: String) -> String {
    attributes("\(restartName)=\(restartID)", path: "/", maxAge: maxAge)
  }

  /// The id of the last restart in a request; nil if there was none.
  func restartID(_ headers: HTTPFields) -> String? {
    Self.values(restartName, in: headers).first { $0.utf8.count == 16 }.map { String($0) }
  }

  /// The header that stores the language chosen by a visitor.
  func header(language: String) -> String {
    attributes("\(Self.languageName)=\(language)", path: "/", maxAge: 365 * 24 * 3600)
  }

  /// The language that a visitor has chosen; nil if none was.
  func language(_ headers: HTTPFields) -> String? {
    Self.values(Self.languageName, in: headers).first.map { String($0) }
  }

  private static let languageName = "flow-language"

  private func attributes(_ pair: String, path: String, maxAge: Int) -> String {
    "\(pair); Path=\(path); \(isSecure ? "Secure; " : "")HttpOnly; SameSite=Lax; Max-Age=\(maxAge)"
  }

  private static func values(_ name: String, in headers: HTTPFields) -> [Substring] {
    var values: [Substring] = []
    for header in headers[values: .cookie] {
      for part in header.split(separator: ";", maxSplits: 64) {
        let part = part.drop { $0 == " " }
        guard part.hasPrefix(name), part.dropFirst(name.count).first == "=" else { continue }
        values.append(part.dropFirst(name.count + 1))
        if values.count == 4 { return values }
      }
    }
    return values
  }
}

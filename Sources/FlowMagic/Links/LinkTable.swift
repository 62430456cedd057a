package import FlowCore
import Foundation

/// The validated links of an app.
package struct LinkTable: Sendable {
  /// The maximum length of a URL that is matched, in bytes.
  static let maximumBytes = 8 << 10

  private var links: [FlowLink] = []

  package init() {}

  /// Validates links.
  ///
  /// - Parameters:
  ///   - links: The links.
  ///   - bundled: The flows bundled with the app; if there are any, they must have the steps.
  /// - Throws: `invalid-link`.
  package init(_ links: [FlowLink], bundled: Release) throws(FlowMagicError) {
    for (index, link) in links.enumerated() {
      if let problem = Self.problem(of: link, bundled) ?? Self.conflict(of: link, links[..<index]) {
        throw FlowMagicError(.invalidLink, "The link \(link.pattern.text) \(problem)")
      }
    }
    self.links = links
  }

  private static func conflict(of link: FlowLink, _ earlier: ArraySlice<FlowLink>) -> String? {
    let other = earlier.first { $0.pattern.covers(link.pattern) }
    return other.map {
      "is never used: \($0.pattern.text), before it, matches all of its paths. Move the more "
        + "specific link first."
    }
  }

  private static func problem(of link: FlowLink, _ bundled: Release) -> String? {
    let names = link.pattern.names
    if names.contains(where: \.isEmpty) { return "has a parameter without a name: write `:name`." }
    if Set(names).count < names.count { return "has two parameters with the same name." }
    let sample = LinkParameters(
      values: Dictionary(names.map { ($0, "1") }) { first, _ in first }, query: [:])
    // A closure may throw for a sample, which is not an error.
    _ = try? link.outputs(sample)
    if let name = sample.undeclaredNames.withLock({ $0.first }) {
      return "reads `\(name)`, which its pattern does not have. Write it as `:\(name)`, or read a "
        + "value of the query with `link[query: \"\(name)\"]`."
    }
    guard !bundled.flows.isEmpty else { return nil }
    for step in [link.step] + (link.backStack ?? [])
    where bundled.flow(of: step, in: link.flow) == nil {
      let flows = link.flow.map { "flow \($0) of the app" } ?? "the flows bundled with the app"
      return "leads to the step \(step), which is not in \(flows)."
    }
    return nil
  }

  /// The first link that matches a URL, with the URL's parameters.
  func match(_ url: URL) -> (link: FlowLink, parameters: LinkParameters)? {
    guard url.absoluteString.utf8.count <= Self.maximumBytes else { return nil }
    let path = Self.path(of: url)
    for link in links {
      if let values = link.pattern.values(in: path) {
        return (link, LinkParameters(values: values, query: Self.query(of: url)))
      }
    }
    return nil
  }

  private static func path(of url: URL) -> [String] {
    let parts = url.path(percentEncoded: true).split(separator: "/").map {
      String($0).removingPercentEncoding ?? String($0)
    }
    let isWeb = ["http", "https"].contains(url.scheme?.lowercased())
    // A URL such as `shop://plan/DE` has `plan` as its host.
    return isWeb
      ? parts
      : [url.host(percentEncoded: false)].compactMap { $0 }.filter { !$0.isEmpty }
        + parts
  }

  private static func query(of url: URL) -> [String: String] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    return Dictionary(items.compactMap { item in item.value.map { (item.name, $0) } }) { $1 }
  }
}

extension Release {
  /// The flow that has a step: the given one, or else the first that has it; nil if none has.
  func flow(of step: Name, in flow: Name?) -> Int? {
    if let flow {
      return flowIndex(flow).flatMap { stepIndex(step, flow: $0) == nil ? nil : $0 }
    }
    return flows.indices.first { stepIndex(step, flow: $0) != nil }
  }
}

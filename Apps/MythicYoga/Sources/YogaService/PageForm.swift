import AccountsWeb
import Hummingbird

/// A form submitted by one of the site's own pages.
struct PageForm: Sendable {
  private let values: [String: String]

  /// Reads a form.
  ///
  /// - Throws: `HTTPError` 413 if the form is too large.
  init(_ request: Request) async throws {
    guard let body = try? await request.body.collect(upTo: FormPages.maximumBytes) else {
      throw HTTPError(.contentTooLarge, message: "The form is too large.")
    }
    values = FormPages.fields(of: String(buffer: body))
  }

  subscript(name: String) -> String { values[name] ?? "" }
}

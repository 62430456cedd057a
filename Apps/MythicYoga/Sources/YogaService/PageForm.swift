import AccountsWeb
import Hummingbird
import YogaWeb

/// A form submitted by one of the site's own pages.
struct PageForm: Sendable {
  private let values: [String: String]

  /// Reads a form.
  ///
  /// - Throws: `HTTPError` 413 if the form is too large, 408 if it is too slow, 400 if the
  ///   connection was lost.
  init(_ request: Request) async throws {
    do throws(BodyReader.Failure) {
      let body = try await BodyReader().read(request, atMost: FormPages.maximumBytes)
      values = FormPages.fields(of: String(decoding: body, as: UTF8.self))
    } catch {
      throw HTTPError(error.status)
    }
  }

  subscript(name: String) -> String { values[name] ?? "" }
}

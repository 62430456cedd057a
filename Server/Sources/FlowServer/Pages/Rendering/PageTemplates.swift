import CServerFiles
import FlowCore
import Mustache

/// The templates with the texts of each language, loaded once.
///
/// A template refers to a text as `{{>t/sign-in.title}}`: texts are templates too, so that they may
/// use the page's values.
package enum PageTemplates {
  /// Renders a page from a template and its context.
  ///
  /// - Throws: `internal-error` if the template does not exist.
  package static func render(
    _ name: String, _ context: [String: Any], in language: Language
  ) throws(Problem) -> String {
    guard let text = libraries[language]?.render(context, withTemplate: name) else {
      throw Problem(.internalError, "There is no page \"\(name)\".")
    }
    return text
  }

  /// The errors in templates and texts; a test checks that there are none.
  package static let loadErrors: [String] = loaded.loadErrors

  private static let libraries: [Language: MustacheLibrary] = loaded.libraries

  private static let loaded: (libraries: [Language: MustacheLibrary], loadErrors: [String]) = {
    MustacheContentTypes.register(SafeHTML(), named: SafeHTML.name)
    var loadErrors: [String] = []
    var libraries: [Language: MustacheLibrary] = [:]
    for language in Language.allCases {
      var library = MustacheLibrary()
      let texts = Localization(language).all.map { ("t/\($0.key)", $0.value) }
      for (name, text) in sources.map({ ($0.key, $0.value) }) + texts {
        do {
          try library.register("{{% CONTENT_TYPE:\(SafeHTML.name)}}" + text, named: name)
        } catch {
          loadErrors.append("\(name): \(error)")
        }
      }
      libraries[language] = library
    }
    return (libraries, loadErrors)
  }()

  private static let sources: [String: String] = [
    "account-activity": EmbeddedFile.account_activity_mustache.content,
    "account-organizations": EmbeddedFile.account_organizations_mustache.content,
    "account-profile": EmbeddedFile.account_profile_mustache.content,
    "account-security": EmbeddedFile.account_security_mustache.content,
    "account-sessions": EmbeddedFile.account_sessions_mustache.content,
    "footer-links": EmbeddedFile.footer_links_mustache.content,
    "authenticator": EmbeddedFile.authenticator_mustache.content,
    "brand": EmbeddedFile.brand_mustache.content,
    "single-task-layout": EmbeddedFile.single_task_layout_mustache.content,
    "field": EmbeddedFile.field_mustache.content,
    "fields": EmbeddedFile.fields_mustache.content,
    "footer": EmbeddedFile.footer_mustache.content,
    "form": EmbeddedFile.form_mustache.content,
    "home": EmbeddedFile.home_mustache.content,
    "identity-providers": EmbeddedFile.identity_providers_mustache.content,
    "icons": EmbeddedFile.icons_mustache.content,
    "invitation": EmbeddedFile.invitation_mustache.content,
    "message": EmbeddedFile.message_mustache.content,
    "notice": EmbeddedFile.notice_mustache.content,
    "passkey": EmbeddedFile.passkey_mustache.content,
    "picture": EmbeddedFile.picture_mustache.content,
    "providers": EmbeddedFile.providers_mustache.content,
    "recovery-codes": EmbeddedFile.recovery_codes_mustache.content,
    "account-layout": EmbeddedFile.account_layout_mustache.content,
    "sign-in": EmbeddedFile.sign_in_mustache.content,
    "summary": EmbeddedFile.summary_mustache.content,
    "time": EmbeddedFile.time_mustache.content,
    "two-factor": EmbeddedFile.two_factor_mustache.content,
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}

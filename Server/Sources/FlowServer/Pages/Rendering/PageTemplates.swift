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
  package static let loadErrors: [String] = made.loadErrors

  private static let libraries: [Language: MustacheLibrary] = made.libraries

  private static let made: (libraries: [Language: MustacheLibrary], loadErrors: [String]) = {
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
    "account-activity": PackageResources.account_activity_mustache,
    "account-organizations": PackageResources.account_organizations_mustache,
    "account-profile": PackageResources.account_profile_mustache,
    "account-security": PackageResources.account_security_mustache,
    "account-sessions": PackageResources.account_sessions_mustache,
    "after": PackageResources.after_mustache,
    "authenticator": PackageResources.authenticator_mustache,
    "brand": PackageResources.brand_mustache,
    "sign-in-layout": PackageResources.sign_in_layout_mustache,
    "field": PackageResources.field_mustache,
    "fields": PackageResources.fields_mustache,
    "foot": PackageResources.foot_mustache,
    "form": PackageResources.form_mustache,
    "home": PackageResources.home_mustache,
    "identity-providers": PackageResources.identity_providers_mustache,
    "icons": PackageResources.icons_mustache,
    "invitation": PackageResources.invitation_mustache,
    "message": PackageResources.message_mustache,
    "notice": PackageResources.notice_mustache,
    "passkey": PackageResources.passkey_mustache,
    "picture": PackageResources.picture_mustache,
    "providers": PackageResources.providers_mustache,
    "recovery-codes": PackageResources.recovery_codes_mustache,
    "account-layout": PackageResources.account_layout_mustache,
    "sign-in": PackageResources.sign_in_mustache,
    "summary": PackageResources.summary_mustache,
    "time": PackageResources.time_mustache,
    "two-factor": PackageResources.two_factor_mustache,
  ].mapValues { String(decoding: $0, as: UTF8.self) }
}

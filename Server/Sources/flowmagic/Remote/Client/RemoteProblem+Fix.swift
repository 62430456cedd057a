extension RemoteProblem {
  /// A sentence about how to fix the problem; empty if there is none for its code.
  var suggestedFix: String {
    switch code {
    case "not-signed-in":
      "Log in with `flowmagic login`, or pass a valid token with --token or FLOWMAGIC_TOKEN."
    case "not-allowed": Self.scopeFix(missingScope)
    case "wrong-key": "Use --environment to select the environment that the key is for."
    case "unknown-application": "Run `flowmagic app list` to see the applications."
    case "unknown-environment": "Run `flowmagic app list` to see the environments."
    case "unknown-release": "Run `flowmagic releases` to see the releases."
    case "unknown-key": "Run `flowmagic keys list` to see the keys."
    case "unknown-token": "Run `flowmagic token list` to see the tokens."
    case "unknown-build":
      "Check the platform, version and build number: `flowmagic manifest list` shows them."
    case "unknown-organization": "Run `flowmagic org list` to see the organizations."
    case "organization-required": "Select one with --organization."
    case "last-owner": "Make another member an owner first: `flowmagic org set-role MEMBER owner`."
    case "too-many-attempts": "Wait a moment, then try again."
    case "no-draft": "Create one with `flowmagic push FILE`."
    case "no-release": "Publish a release with `flowmagic publish`."
    case "draft-changed":
      "Run `flowmagic pull`, apply your change to the new draft and push again, or use --force to "
        + "replace it."
    case "conflict": "Check the current state, then try again."
    case "warnings": "Fix them, or publish anyway with --accept-warnings."
    case "findings": "Fix them and try again."
    case "body-too-large":
      "Reduce the size of the document or image."
    case "unsupported-picture":
      "Save the image as PNG, JPEG or WebP, with at most 8,192 pixels in each dimension."
    case "too-many-snapshots": "Remove one with `flowmagic snapshot APPLICATION SCREEN --remove`."
    case "too-many-documents", "store-unavailable": "Try again in a moment."
    case "internal-error": "Try again. The server's log has the cause under this request id."
    case "unknown-path": "The server may be older than this command, or not a FlowMagic server."
    default: ""
    }
  }

  /// The problem of a request with an SDK key, which a login does not fix.
  func withSDKKey(of application: String, _ environment: String) -> RemoteProblem {
    guard code == "not-signed-in" else { return self }
    var problem = self
    problem.fix =
      "The SDK key may have been revoked: `flowmagic keys list --app \(application)` shows it, and "
      + "`flowmagic keys create --app \(application) --environment \(environment)` creates another."
    return problem
  }

  private static func scopeFix(_ scope: String?) -> String {
    let needed = scope.map { "the scope `\($0)`" } ?? "a broader scope"
    return "Ask an owner of the organization for a token with \(needed), then run "
      + "`flowmagic login`."
  }
}

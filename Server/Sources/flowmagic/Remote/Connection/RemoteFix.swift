/// What a person can do about what a server refused.
enum RemoteFix {
  /// A sentence; empty where the server has said what to do.
  static func sentence(_ problem: RemoteProblem) -> String {
    switch problem.code {
    case "not-signed-in":
      "Log in with `flowmagic login`, or give a token that counts with --token or FLOWMAGIC_TOKEN."
    case "not-allowed": allowed(problem.missingScope)
    case "wrong-key": "Give the environment that the key is for with --environment."
    case "unknown-application": "`flowmagic app list` shows the applications that there are."
    case "unknown-environment": "`flowmagic app list` shows the environments that there are."
    case "unknown-release": "`flowmagic releases` shows the releases that there are."
    case "unknown-key": "`flowmagic keys list` shows the keys that there are."
    case "unknown-token": "`flowmagic token list` shows the tokens that there are."
    case "unknown-organization": "`flowmagic org list` shows the organizations that there are."
    case "which-organization": "Say which one with --organization."
    case "last-owner": "Make somebody else an owner first: `flowmagic org set-role PERSON owner`."
    case "too-many-attempts": "Wait a moment, then try again."
    case "no-draft": "Make one with `flowmagic push FILE`."
    case "no-release": "Publish something with `flowmagic publish`."
    case "draft-changed":
      "See what changed with `flowmagic pull`, put your change on top of it and push again; "
        + "--force replaces it."
    case "conflict": "Look at what is there now, then try again."
    case "warnings": "Fix them, or publish all the same with --accept-warnings."
    case "findings": "Fix them and try again."
    case "body-too-large":
      "Split the document, or take content out of it; make a picture smaller, or a JPEG of it."
    case "unsupported-picture": "Save it as PNG, JPEG or WebP, at most 8,192 pixels wide and high."
    case "too-many-snapshots": "Take one away: flowmagic snapshot APPLICATION SCREEN --remove."
    case "busy", "store-unavailable": "Try again in a moment."
    case "internal-error": "Try again; its operator finds the reason in the log under this id."
    case "unknown-path": "The server is older than this command, or no FlowMagic server."
    default: ""
    }
  }

  private static func allowed(_ scope: String?) -> String {
    let needed = scope.map { "the scope `\($0)`" } ?? "a wider scope"
    return "Ask somebody with an admin token for a token with \(needed), then `flowmagic login`."
  }
}

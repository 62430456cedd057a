/// Small documents that tests share.
enum Fixtures {
  /// The start of a PNG file, which is all that the server reads of a snapshot.
  static func png(width: UInt8, height: UInt8) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
      + [0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]
  }

  /// Two steps and an end, without findings.
  static let valid = """
    {"schema": 1, "application": "shop", "flows": [{"id": "buy", "start": "cart", "steps": [
      {"id": "cart", "screen": "Cart", "content": {"title": "Your cart"},
       "ports": {"next": [{"to": "pay"}], "leave": [{"finish": "left"}]}},
      {"id": "pay", "screen": "Pay", "ports": {"next": [{"finish": "bought"}]}}]}]}
    """

  /// One warning: the second step cannot be reached.
  static let warning = """
    {"schema": 1, "flows": [{"id": "buy", "start": "cart", "steps": [
      {"id": "cart", "screen": "Cart", "ports": {"next": [{"finish": "bought"}]}},
      {"id": "pay", "screen": "Pay", "ports": {"next": [{"finish": "bought"}]}}]}]}
    """

  /// One error on line 3: the route leads to a missing step.
  static let broken = """
    {"schema": 1, "flows": [{"id": "buy", "start": "cart", "steps": [
      {"id": "cart", "screen": "Cart", "ports": {
        "next": [{"to": "pay"}]}}]}]}
    """

  /// The summary needs an email address, which the short path does not provide.
  static let missingNeed = """
    {"schema": 1, "flows": [{"id": "join", "start": "home", "steps": [
      {"id": "home", "screen": "Home", "ports": {
        "next": [{"when": {"beta": true}, "to": "short"}, {"to": "email"}]}},
      {"id": "email", "screen": "Email", "ports": {"next": [{"to": "summary"}]}},
      {"id": "short", "screen": "Short", "ports": {"next": [{"to": "summary"}]}},
      {"id": "summary", "screen": "Summary", "ports": {"next": [{"finish": "done"}]}}]}]}
    """

  /// The manifest for `missingNeed`.
  static let missingNeedManifest = """
    {"schema": 1, "screens": [
      {"name": "Home", "ports": ["next"]},
      {"name": "Email", "ports": ["next"], "provides": {"email": "string"}},
      {"name": "Short", "ports": ["next"]},
      {"name": "Summary", "ports": ["next"], "needs": {"email": "string"}}]}
    """

  /// Covers all features of a simulation: conditions, a split, a nested flow, a step with
  /// `showWhen` and a secret.
  static let simulation = """
    {"schema": 1, "application": "shop", "flows": [
      {"id": "join", "start": "welcome", "steps": [
        {"id": "welcome", "screen": "Info", "content": {"title": "Welcome"},
         "ports": {"next": [{"when": {"country": {"$in": ["DE", "AT"]}}, "to": "legal"},
                            {"to": "name"}],
                   "login": [{"flow": "login", "then": {"ok": {"to": "done"}}}]}},
        {"id": "legal", "screen": "Legal", "showWhen": {"age": {"$gte": 18}},
         "ports": {"next": [{"to": "name"}]}},
        {"id": "name", "screen": "TextInput",
         "content": {"title": "Your name?", "placeholder": "Name"},
         "ports": {"next": [{"to": "password"}]}},
        {"id": "password", "screen": "TextInput", "content": {"title": "Choose a password"},
         "ports": {"next": [{"split": {"experiment": "thanks", "by": "userId", "variants": [
            {"key": "plain", "weight": 1, "to": "done"}]}}, {"to": "done"}]}},
        {"id": "done", "screen": "Summary", "ports": {"next": [{"finish": "completed"}]}}]},
      {"id": "login", "start": "form", "steps": [
        {"id": "form", "screen": "Login", "ports": {"submit": [{"finish": "ok"}]}}]}]}
    """

  /// Steps that form a loop.
  static let loop = """
    {"schema": 1, "flows": [{"id": "round", "start": "a", "steps": [
      {"id": "a", "screen": "A", "ports": {"next": [{"to": "b"}]}},
      {"id": "b", "screen": "B", "ports": {"next": [{"to": "a"}]}}]}]}
    """
}

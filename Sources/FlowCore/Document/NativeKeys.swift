/// The keys that have a meaning in the native format, schema 1; all others are preserved as
/// unknown.
enum NativeKeys {
  static let document: [Name] = [
    "schema", "application", "environment", "number", "origin", "flows", "strings",
    "defaultLocale", "locales", "segments", "attributes",
  ]
  static let flow: [Name] = ["id", "start", "steps"]
  static let step: [Name] = ["id", "screen", "content", "showWhen", "ports"]
  static let route: [Name] = ["when", "to", "finish", "flow", "then", "split", "style"]
  static let destination: [Name] = ["to", "finish", "flow", "then", "style"]
  static let split: [Name] = [
    "experiment", "by", "fallbackBy", "seed", "hashVersion", "coverage", "namespace", "variants",
  ]
  static let variant: [Name] = ["weight", "range", "key", "to", "finish", "flow", "then", "style"]
}

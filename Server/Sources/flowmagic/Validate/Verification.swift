import FlowCore

/// The engine's verdict on a document.
enum Verification {
  static func findings(_ document: FlowDocument, _ manifests: [Manifest]) -> [Finding] {
    Verifier(document, manifests: manifests).findings()
  }
}

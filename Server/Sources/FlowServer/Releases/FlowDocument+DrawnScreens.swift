import FlowCore

extension FlowDocument {
  /// The drawn screens in the order of the document, including invalid ones; empty if the member
  /// `screens` is missing or not an array.
  var drawnScreens: [JSON] { unknown["screens"]?.array ?? [] }
}

import FlowCore

extension FlowDocument {
  /// The drawn screens in the order of the document, also invalid ones; empty if the member
  /// `screens` is missing or no array.
  var drawnScreens: [JSON] { unknown["screens"]?.array ?? [] }
}

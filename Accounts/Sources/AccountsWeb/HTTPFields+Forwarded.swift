public import HTTPTypes

extension HTTPFields {
  /// The client's address according to the proxy directly in front: the last entry of
  /// `X-Forwarded-For`, which it appended. Nil if there is none.
  ///
  /// Use it only behind a proxy, because earlier entries can be forged by clients, and without a
  /// proxy all can.
  public var forwardedAddress: String? {
    guard let name = HTTPField.Name("X-Forwarded-For"),
      let last = self[values: name].last?.split(
        separator: ",", omittingEmptySubsequences: false
      ).last
    else { return nil }
    let address = last.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    return address.isEmpty ? nil : String(address)
  }
}

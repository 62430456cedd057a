public import HTTPTypes

extension HTTPFields {
  /// The client's address according to the proxy directly in front; nil if there is none.
  ///
  /// It is the last entry of `X-Forwarded-For`, which that proxy appended. Use it only behind a
  /// proxy, because clients can forge earlier entries, and without a proxy all of them.
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

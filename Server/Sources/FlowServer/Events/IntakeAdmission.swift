/// A request of an app that was admitted, until its response.
struct IntakeAdmission: Sendable {
  /// The organization whose memory limit the body counts against.
  let organization: String
  /// The client's network, if it is limited.
  let network: IntakeSender?
  /// The SDK key, if the request has one.
  let key: IntakeSender?
  /// The number of bytes that were taken from the network's rate in advance.
  var reservedBytes = 0
  /// The number of bytes that have arrived.
  var receivedBytes = 0
}

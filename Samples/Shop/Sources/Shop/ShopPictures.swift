import FlowMagic

/// The snapshots of the shop's screens, for the portal's canvas and preview.
///
/// A graphical app renders the view that it shows. A terminal has no image to render, so
/// `scripts/shop-pictures` has drawn these from the pages of this app, and a test compares the two.
/// `TextInput` has none: four steps use it with different texts, and the portal draws each.
enum ShopPictures {
  static let all: [(screen: Name, image: [UInt8])] = [
    ("Home", PackageResources.Home_png), ("Login", PackageResources.Login_png),
    ("SignUp", PackageResources.SignUp_png),
    ("ForgotPassword", PackageResources.ForgotPassword_png),
    ("ForgotPasswordPhone", PackageResources.ForgotPasswordPhone_png),
    ("RandomPage", PackageResources.RandomPage_png), ("INFO", PackageResources.INFO_png),
    ("SUMMARY", PackageResources.SUMMARY_png),
  ]

  /// Sends all snapshots; unchanged ones are ignored by the server.
  static func send(with client: ReleaseClient) async throws(FlowMagicError) {
    for (screen, image) in all { try await client.sendSnapshot(image, of: screen) }
  }
}

import CShopFiles
import FlowMagic

/// The snapshots of the shop's screens, for the portal's canvas and preview.
///
/// A graphical app renders the view that it shows. A terminal has no image to render, so
/// `scripts/shop-snapshots` rendered these from the pages of this app, and a test compares the two.
/// `TextInput` and `Password` have none: the portal draws each of their steps from its content.
enum ShopSnapshots {
  static let all: [(screen: Name, image: [UInt8])] = [
    ("Home", EmbeddedFile.Home_png.content), ("Login", EmbeddedFile.Login_png.content),
    ("SignUp", EmbeddedFile.SignUp_png.content),
    ("ForgotPassword", EmbeddedFile.ForgotPassword_png.content),
    ("ForgotPasswordPhone", EmbeddedFile.ForgotPasswordPhone_png.content),
    ("RandomPage", EmbeddedFile.RandomPage_png.content), ("INFO", EmbeddedFile.INFO_png.content),
    ("SUMMARY", EmbeddedFile.SUMMARY_png.content),
  ]

  /// Sends all snapshots; unchanged ones are ignored by the server.
  static func send(with client: ReleaseClient) async throws(FlowMagicError) {
    for (screen, image) in all { try await client.sendSnapshot(image, of: screen) }
  }
}

/// The options of blocks that are one of several names.
public enum BlockOption {
  /// The style of a text.
  public enum TextStyle: String, Sendable {
    case display, title, headline, body, small, caption, code
  }
  /// The meaning of a text or an icon, which has a color of the theme.
  public enum Tone: String, Sendable { case normal, muted, accent, good, warning, danger }
  /// The style of a button.
  public enum Button: String, Sendable { case primary, secondary, plain, danger }
  /// The least width of a grid's columns.
  public enum Width: String, Sendable { case small, medium, large }
  /// The style of options.
  public enum Options: String, Sendable { case list, cards, chips, menu }
  /// The style of an offer's products.
  public enum Products: String, Sendable { case list, cards }
  /// The style of bullets.
  public enum Bullets: String, Sendable { case dot, check, number, timeline }
  /// The style of a progress.
  public enum Progress: String, Sendable { case bar, ring, dots }
  /// The kind of a chart.
  public enum Chart: String, Sendable { case line, bar }
  /// The units of a countdown: days, hours, minutes and seconds, or some of them.
  public enum Units: String, Sendable { case dhms, dhm, hms, ms }
  /// The way a video plays: with controls, or by itself, without sound, again and again.
  public enum Play: String, Sendable { case controls, loopMuted }
  /// The alignment of blocks one below the other.
  public enum Alignment: String, Sendable { case start, center, end, fill }
  /// The alignment of blocks side by side.
  public enum RowAlignment: String, Sendable { case top, center, bottom, baseline }
  /// The distribution of blocks side by side over the width.
  public enum Distribution: String, Sendable { case start, center, end, between }
  /// The width at which blocks side by side are one below the other.
  public enum StackWhen: String, Sendable { case compact, largeText, never }
  /// The alignment of blocks in front of each other.
  public enum OverlayAlignment: String, Sendable {
    case topStart, top, topEnd, start, center, end, bottomStart, bottom, bottomEnd
  }
  /// The part of a picture that is shown: all of it, or as much as fills its frame.
  public enum Fit: String, Sendable { case fit, fill }
  /// The ratio of a picture's width to its height.
  public enum Ratio: String, Sendable {
    case square = "1:1"
    case photo = "4:3"
    case wide = "16:9"
    case tall = "3:4"
    case natural
  }
  /// The width of a block.
  public enum BlockWidth: String, Sendable { case fill, fit, narrow }
  /// The corners of a block.
  public enum Corner: String, Sendable { case none, small, large, full }
}

/// The named options of blocks.
public enum BlockOption {
  /// The style of a text.
  public enum TextStyle: String, Sendable {
    case display, title, headline, body, small, caption, code
  }
  /// The role of a text or an icon, which determines its color in the theme.
  public enum Tone: String, Sendable { case normal, muted, accent, good, warning, danger }
  /// The style of a button.
  public enum ButtonStyle: String, Sendable { case primary, secondary, plain, danger }
  /// The minimum width of a grid's columns.
  public enum ColumnWidth: String, Sendable { case small, medium, large }
  /// The style of a choice's options.
  public enum ChoiceStyle: String, Sendable { case list, cards, chips, menu }
  /// The style of an offer's products.
  public enum OfferStyle: String, Sendable { case list, cards }
  /// The style of bullets.
  public enum BulletStyle: String, Sendable { case dot, check, number, timeline }
  /// The style of a progress indicator.
  public enum ProgressStyle: String, Sendable { case bar, ring, dots }
  /// The kind of a chart.
  public enum ChartKind: String, Sendable { case line, bar }
  /// The units of a countdown: days, hours, minutes and seconds, or some of them.
  public enum CountdownUnits: String, Sendable { case dhms, dhm, hms, ms }
  /// The playback mode of a video: with controls, or automatically in a muted loop.
  public enum PlaybackMode: String, Sendable { case controls, loopMuted }
  /// The horizontal alignment of a column's blocks.
  public enum Alignment: String, Sendable { case start, center, end, fill }
  /// The vertical alignment of a row's blocks.
  public enum RowAlignment: String, Sendable { case top, center, bottom, baseline }
  /// The distribution of blocks along a row.
  public enum Distribution: String, Sendable { case start, center, end, between }
  /// When the blocks of a row are stacked.
  public enum StackingCondition: String, Sendable { case compact, largeText, never }
  /// The alignment of an overlay's blocks.
  public enum OverlayAlignment: String, Sendable {
    case topStart, top, topEnd, start, center, end, bottomStart, bottom, bottomEnd
  }
  /// The scaling of an image: to fit into its frame, or to fill it.
  public enum ContentMode: String, Sendable { case fit, fill }
  /// The aspect ratio of an image, width to height.
  public enum AspectRatio: String, Sendable {
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

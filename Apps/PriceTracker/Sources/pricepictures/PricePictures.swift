import FlowBlocks
import FlowCore
import Foundation
import PriceClient
import PriceDomain

/// Prints the widgets and the watch's screens as JSON, each with its size in points and its HTML.
///
/// They show the models of the app's views, rendered as HTML. `scripts/price-pictures`
/// makes the pictures of the documentation from them.
@main
struct PricePictures {
  static func main() throws {
    let document = try FlowDocument(parsing: PackageResources.pictures_json)
    let theme = ScreenTheme(document.unknown["theme"])
    let pictures = try Samples.languages.flatMap { language in
      try Picture.all(in: language).map { picture in
        [
          "name": "\(picture.name)-\(language.rawValue)", "width": "\(picture.width)",
          "height": "\(picture.height)", "language": language.rawValue,
          "html": try picture.html(document),
        ]
      }
    }
    let output: [String: Any] = ["style": theme.style, "pictures": pictures]
    FileHandle.standardOutput.write(
      try JSONSerialization.data(withJSONObject: output, options: [.sortedKeys]))
  }
}

/// A screen with its data and its size in points.
struct Picture {
  /// The document has no screen with this name.
  struct MissingScreen: Error { let screen: String }

  let name: String
  let screen: Name
  let width: Int
  let height: Int
  let data: JSONObject

  static func all(in language: Language) throws -> [Picture] {
    let widgets: [(WidgetContent.Size, Name, Int, Int)] = [
      (.small, "WidgetSmall", 170, 170), (.medium, "WidgetMedium", 364, 170),
      (.large, "WidgetLarge", 364, 382),
    ]
    return widgets.map { size, screen, width, height in
      let content = WidgetContent(Samples.snapshot, size, in: language)
      return Picture(
        name: "widget-\(size.rawValue)", screen: screen, width: width, height: height,
        data: ["widget": PictureData.widget(content)])
    } + (try watchPictures(in: language))
  }

  private static func watchPictures(in language: Language) throws -> [Picture] {
    let (width, height) = (198, 242)
    let product = WatchProduct(try Samples.product, in: language)
    return [
      Picture(
        name: "watch-home", screen: "WatchHome", width: width, height: height,
        data: ["watch": PictureData.sections(language)]),
      Picture(
        name: "watch-list", screen: "WatchList", width: width, height: height,
        data: ["watch": PictureData.list(Samples.items, language)]),
      Picture(
        name: "watch-product", screen: "WatchProduct", width: width, height: height,
        data: ["product": PictureData.product(product, language)]),
    ]
  }

  /// The screen as HTML.
  func html(_ document: FlowDocument) throws -> String {
    let screens = (document.unknown["screens"]?.array ?? []).compactMap {
      ScreenParser.parse($0).screen
    }
    guard let definition = screens.first(where: { $0.name == screen }) else {
      throw MissingScreen(screen: screen.string)
    }
    let resolved = ScreenProgram(definition, document: document).resolve(ScreenValues(data: data))
    let options = HTMLRenderer.Options(assetURL: { $0.string }, iconsURL: "")
    return String(decoding: HTMLRenderer.render(resolved, options), as: UTF8.self)
  }
}

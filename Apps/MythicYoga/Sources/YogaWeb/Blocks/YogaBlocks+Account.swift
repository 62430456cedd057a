import FlowCore
import FlowMagicWeb
import YogaDomain

extension YogaBlocks {
  /// `{"source": "camera" | "gallery", "back": "/yoga"}`: sets the profile picture, from the camera
  /// or the gallery.
  ///
  /// Without JavaScript it is a file field, for which phones open the camera unless `source` is
  /// `gallery`.
  @Sendable func camera(_ block: WebBlock.Contents) -> HTML {
    let isCamera = block.string("source") != "gallery"
    let returnPath = block.string("back") ?? ""
    let capture: HTML = isCamera ? " capture=\"user\"" : ""
    let title = block.text(isCamera ? .takePicture : .choosePicture)
    let icon = isCamera ? YogaIcon.camera : .gallery
    return """
      <yoga-camera class="yoga-camera" lang="\(block.language)" \
      data-source="\(isCamera ? "camera" : "gallery")" data-back="\(returnPath)">\
      <div class="yoga-upload"><label class="yoga-file">\(icon.html)\
      <span>\(title)</span>\
      <input type="file" name="picture" accept="image/jpeg,image/png,image/webp"\(capture)></label>\
      <p>\(block.text(.pictureHelp))</p>\
      <button type="submit" class="yoga-button yoga-primary" formmethod="post" \
      formenctype="multipart/form-data" \
      formaction="/account/picture?back=\(percentEncoded(returnPath))" \
      formnovalidate>\(block.text(.usePicture))</button></div></yoga-camera>\(.raw(block.children))
      """
  }

  /// `{"picture": "/account/picture?v=…"}`: the profile picture; hidden until one is set.
  @Sendable func avatar(_ block: WebBlock.Contents) -> HTML {
    guard let url = block.string("picture"), !url.isEmpty else {
      return .raw(block.children)
    }
    return """
      <img class="yoga-avatar" src="\(url)" width="96" height="96" \
      alt="\(block.text(.profilePicture))">\(.raw(block.children))
      """
  }

  /// The downloads on this device, with their sizes and buttons to delete them.
  ///
  /// With `{"myth": "agni"}`, those of the myth, with buttons to download them. Guests see nothing.
  @Sendable func downloads(_ block: WebBlock.Contents) -> HTML {
    guard let userID = block.string("user"), !userID.isEmpty else { return .raw(block.children) }
    guard let videos = block.string("myth").flatMap({ catalog.myth($0) })?.videos else {
      return """
        <yoga-downloads class="yoga-downloads" lang="\(block.language)" data-all>\
        <noscript><p>\(block.text(.downloadsHelp))</p></noscript><ul hidden></ul></yoga-downloads>\
        \(.raw(block.children))
        """
    }
    let items = videos.map { video -> HTML in
      let files = urls(video, userID)
      return """
        <li data-video="\(video.id)" data-mp4="\(files.video)" data-quiet="\(files.quiet)" \
        data-poster="\(files.posterSmall)" data-captions-en="\(files.captions["en"] ?? "")" \
        data-captions-de="\(files.captions["de"] ?? "")" data-seconds="\(video.seconds)">\
        \(video.name.text(in: block.language))</li>
        """
    }.joined()
    return """
      <yoga-downloads class="yoga-downloads" lang="\(block.language)">\
      <h2>\(block.text(.downloads))</h2><noscript><p>\(block.text(.downloadsHelp))</p></noscript>\
      <ul hidden>\(items)</ul></yoga-downloads>\(.raw(block.children))
      """
  }

  /// The settings for bells, captions and streaks, which are synchronized between devices.
  @Sendable func settings(_ block: WebBlock.Contents) -> HTML {
    """
    <yoga-settings class="yoga-settings" lang="\(block.language)" \
    data-user="\(block.string("user") ?? "")">\
    <noscript><p>\(block.text(.needsScript))</p></noscript></yoga-settings>\(.raw(block.children))
    """
  }

  /// The streak and the practice history, computed from the sessions of all devices.
  @Sendable func streak(_ block: WebBlock.Contents) -> HTML {
    """
    <yoga-history class="yoga-history" lang="\(block.language)" \
    data-user="\(block.string("user") ?? "")">
    \(.raw(block.children))</yoga-history>
    """
  }

  /// The synchronization status: synchronized, or waiting for the network.
  @Sendable func syncStatus(_ block: WebBlock.Contents) -> HTML {
    """
    <yoga-sync class="yoga-sync" lang="\(block.language)" role="status" \
    data-user="\(block.string("user") ?? "")"></yoga-sync>
    """
  }

  /// Removes the previous user's data from the device, on the start screen for guests.
  @Sendable func signedOut(_ block: WebBlock.Contents) -> HTML {
    "<yoga-signed-out></yoga-signed-out>" + .raw(block.children)
  }

  private func percentEncoded(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "/"):
        String(UnicodeScalar(byte))
      default: "%" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
      }
    }.joined()
  }
}

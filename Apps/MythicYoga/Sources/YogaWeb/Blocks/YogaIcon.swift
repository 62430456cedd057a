/// Icons as paths in a 24 × 24 view box, stroked in the text color.
enum YogaIcon: String, CaseIterable {
  case camera, gallery, myths, path, glossary, history, downloads, account, favorites
  case logOut = "log-out"

  var html: HTML {
    """
    <svg class="yoga-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">\
    <path d="\(path)"/></svg>
    """
  }

  private var path: String {
    switch self {
    case .camera:
      "M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1z"
        + "M12 9.5a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"
    case .gallery: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 8.5h.01"
    case .myths:
      "M12 3c3 4 3 7 0 10-3-3-3-6 0-10zM3 11c5 0 8 2 9 8-6 0-9-3-9-8z"
        + "M21 11c-5 0-8 2-9 8 6 0 9-3 9-8z"
    case .path: "M6 20c0-4 12-4 12-8S6 8 6 4M6 4h.01M18 20h.01"
    case .glossary: "M5 4h9a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4zM9 9h5M9 13h5"
    case .history: "M12 4a8 8 0 1 1-8 8M4 4v5h5M12 8v4l3 2"
    case .downloads: "M12 4v11M7 11l5 5 5-5M5 20h14"
    case .account: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c1-5 4-7 8-7s7 2 8 7"
    case .favorites: "M12 20C5 15 3 12 3 9a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3-2 6-9 11z"
    case .logOut: "M10 4H5v16h5M14 8l4 4-4 4M18 12H9"
    }
  }
}

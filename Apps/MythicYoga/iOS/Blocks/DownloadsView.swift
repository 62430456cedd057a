import SwiftUI
import YogaClient
import YogaDomain

/// The downloads of a myth; without a myth, all that are on the device.
struct DownloadsView: View {
  let app: YogaModel
  let myth: Myth?

  private var index: DownloadIndex { app.downloads.index }
  private var videos: [Video] { myth?.videos ?? index.downloadedVideos() }

  var body: some View {
    VStack(alignment: .leading, spacing: 8) {
      Text(verbatim: ClientText.downloads.text(in: app.language)).font(.headline)
        .accessibilityAddTraits(.isHeader)
      if videos.isEmpty {
        Text(verbatim: ClientText.downloadsEmpty.text(in: app.language)).font(.caption)
      }
      ForEach(videos, id: \.id) { video in DownloadRow(app: app, video: video) }
      if let myth, !isComplete {
        Button(ClientText.downloadAll.text(in: app.language)) {
          Task { await app.downloadAll(of: myth) }
        }
        .buttonStyle(.bordered)
      }
      if index.byteCount > 0 {
        let megabytes = (index.byteCount + 999_999) / 1_000_000
        Text(verbatim: ClientText.onThisDevice.text(megabytes, in: app.language)).font(.caption)
      }
      if myth == nil, !videos.isEmpty {
        Button(ClientText.removeAll.text(in: app.language)) { app.downloads.removeAll() }
          .buttonStyle(.bordered)
      }
    }
  }

  private var isComplete: Bool {
    videos.allSatisfy { index.state(of: $0.id) == .downloaded }
  }
}

/// The state of one download, and what can be done with it.
struct DownloadRow: View {
  let app: YogaModel
  let video: Video

  var body: some View {
    HStack(spacing: 12) {
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: video.name.text(in: app.language))
        state.font(.caption)
      }
      Spacer()
      button
    }
    .frame(minHeight: 44)
  }

  @ViewBuilder private var state: some View {
    switch app.downloads.index.state(of: video.id) {
    case .pending: text(.downloadPending)
    case .running(let progress): ProgressView(value: progress)
    case .downloaded: text(.downloaded)
    case .failed: text(.downloadFailed)
    case nil: EmptyView()
    }
  }

  @ViewBuilder private var button: some View {
    switch app.downloads.index.state(of: video.id) {
    case nil: action(.download, "arrow.down.circle") { Task { await app.download(video) } }
    case .failed: action(.tryAgain, "arrow.clockwise") { Task { await app.download(video) } }
    case .pending, .running: action(.cancel, "xmark.circle") { app.downloads.remove(video.id) }
    case .downloaded: action(.remove, "trash") { app.downloads.remove(video.id) }
    }
  }

  private func text(_ text: ClientText) -> some View {
    Text(verbatim: text.text(in: app.language))
  }

  private func action(
    _ text: ClientText, _ symbol: String, _ action: @escaping @MainActor @Sendable () -> Void
  ) -> some View {
    let name = video.name.text(in: app.language)
    return Button(action: action) {
      Image(systemName: symbol).frame(minWidth: 44, minHeight: 44)
    }
    .buttonStyle(.bordered)
    .accessibilityLabel(Text(verbatim: "\(text.text(in: app.language)): \(name)"))
  }
}

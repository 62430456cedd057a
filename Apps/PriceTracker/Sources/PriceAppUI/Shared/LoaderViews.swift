#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The value of a loader with its states: loading, failed and cached.
  struct LoaderView<Value: Sendable, Content: View>: View {
    let loader: Loader<Value>
    let texts: AppTexts
    let retry: () async -> Void
    @ViewBuilder let content: (Value) -> Content

    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        if let cachedAt = loader.cachedAt { OfflineNote(cachedAt: cachedAt, texts: texts) }
        if let value = loader.value { content(value) }
        if loader.isFirstLoad {
          LoadingView(texts: texts)
        } else if let error = loader.error {
          FailureView(error: error, texts: texts, retry: retry)
        }
      }
    }
  }

  /// An indicator with a label for screen readers.
  struct LoadingView: View {
    let texts: AppTexts

    var body: some View {
      ProgressView()
        .frame(maxWidth: .infinity, minHeight: 60)
        .accessibilityLabel(Text(texts(AppOnlyText.loading)))
    }
  }

  /// A failure, with a button that tries again.
  struct FailureView: View {
    let error: ClientError
    let texts: AppTexts
    let retry: () async -> Void

    var body: some View {
      VStack(spacing: 8) {
        Text(error.text(in: texts.language)).foregroundStyle(Palette.muted)
        Button(texts(AppOnlyText.tryAgain)) { Task { await retry() } }.buttonStyle(.bordered)
      }
      .frame(maxWidth: .infinity)
      .padding(12)
    }
  }

  /// A notice that the shown data was read earlier.
  struct OfflineNote: View {
    let cachedAt: Timestamp
    let texts: AppTexts

    var body: some View {
      let time = ProductTexts(texts.language).time(cachedAt)
      Text(texts(AppOnlyText.offline(since: time))).font(.caption).foregroundStyle(Palette.muted)
    }
  }

  /// The error message of a failed operation.
  struct OperationError: View {
    let operation: UserOperation
    let texts: AppTexts

    var body: some View {
      if let error = operation.error {
        Text(error.text(in: texts.language)).foregroundStyle(Color.red)
      }
    }
  }

  /// A page with one message and one button.
  struct MessageView: View {
    let title: String
    let text: String
    let button: String
    let action: @MainActor () -> Void

    var body: some View {
      VStack(spacing: 16) {
        Text(title).font(.title).accessibilityAddTraits(.isHeader)
        Text(text).foregroundStyle(Palette.muted).multilineTextAlignment(.center)
        Button(button, action: action).buttonStyle(.borderedProminent)
      }
      .padding(24)
    }
  }
#endif

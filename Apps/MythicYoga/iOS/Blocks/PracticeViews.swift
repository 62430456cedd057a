import Foundation
import SwiftUI
import YogaClient
import YogaDomain

/// A large labeled action, inside a card that can be pressed.
struct ActionView: View {
  let app: YogaModel
  let action: YogaBlocks.Action.Properties
  @ScaledMetric(relativeTo: .title) private var iconSide = 40.0

  var body: some View {
    HStack(spacing: 16) {
      Image(systemName: action.symbol).resizable().aspectRatio(contentMode: .fit)
        .frame(width: iconSide, height: iconSide)
        .accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 4) {
        Text(verbatim: action.title(in: app.language)).font(.headline)
        if let text = action.text { Text(verbatim: text).font(.subheadline) }
      }
      Spacer()
    }
    .frame(minHeight: 56)
    .accessibilityElement(children: .combine)
  }
}

/// Bells, captions and the streak.
struct PracticeSettingsView: View {
  let app: YogaModel

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      SettingToggle(app: app, setting: .bell, text: .bells)
      SettingToggle(app: app, setting: .streak, text: .countStreak)
      CaptionsPicker(app: app)
    }
  }
}

/// A setting that is on or off.
struct SettingToggle: View {
  let app: YogaModel
  let setting: PracticeSetting
  let text: ClientText

  var body: some View {
    Toggle(
      isOn: Binding { @MainActor in
        app.practice.state.isOn(setting)
      } set: { @MainActor isOn in
        app.practice.set(setting, to: isOn ? "on" : "off")
      }
    ) { Text(verbatim: text.text(in: app.language)) }
    .frame(minHeight: 44)
  }
}

/// The language of captions, or off.
struct CaptionsPicker: View {
  let app: YogaModel

  var body: some View {
    Picker(
      selection: Binding { @MainActor in
        app.practice.state.value(of: .captions)
      } set: { @MainActor value in
        app.practice.set(.captions, to: value)
      }
    ) {
      Text(verbatim: ClientText.off.text(in: app.language)).tag("off")
      // Each in its own language.
      Text(verbatim: "English").tag("en")
      Text(verbatim: "Deutsch").tag("de")
    } label: {
      Text(verbatim: ClientText.captions.text(in: app.language))
    }
    .pickerStyle(.menu)
    .accessibilityLabel(Text(verbatim: ClientText.captions.text(in: app.language)))
    .frame(minHeight: 44)
  }
}

/// The streak and the history; the lists that open practices are drawn by the flow.
struct StreakView: View {
  let app: YogaModel

  var body: some View {
    VStack(alignment: .leading, spacing: 12) {
      if let streak = app.streak {
        line(.streakDays, streak.days).font(.title)
        line(.streakFreezes, streak.remainingFreezes)
        line(.longest, streak.longestDays)
      } else {
        Text(verbatim: ClientText.streakOff.text(in: app.language))
      }
      SettingToggle(app: app, setting: .streak, text: .countStreak)
      Text(verbatim: ClientText.history.text(in: app.language)).font(.headline)
        .accessibilityAddTraits(.isHeader)
      if app.history.isEmpty { Text(verbatim: ClientText.historyEmpty.text(in: app.language)) }
      ForEach(app.history, id: \.id) { day in
        VStack(alignment: .leading, spacing: 4) {
          Text(verbatim: day.title).font(.subheadline.weight(.semibold))
          ForEach(Array(day.practices.indices), id: \.self) { index in
            Text(verbatim: day.practices[index])
          }
        }
        .accessibilityElement(children: .combine)
      }
    }
  }

  private func line(_ text: ClientText, _ number: Int) -> Text {
    Text(verbatim: text.text(number, in: app.language))
  }
}

/// Whether everything has been sent to the service.
struct SyncStatusView: View {
  let app: YogaModel

  var body: some View {
    if app.user != nil {
      HStack(spacing: 8) {
        Image(systemName: symbol).accessibilityHidden(true)
        Text(verbatim: text.text(in: app.language))
      }
      .font(.caption)
      .accessibilityElement(children: .combine)
    }
  }

  private var text: ClientText {
    switch app.practice.status {
    case .synchronized: .synchronized
    case .synchronizing: .synchronizing
    case .pending: .notSynchronized
    }
  }

  private var symbol: String {
    switch app.practice.status {
    case .synchronized: "checkmark.icloud"
    case .synchronizing: "arrow.triangle.2.circlepath"
    case .pending: "icloud.slash"
    }
  }
}

/// Saves or shares the user's data.
struct ExportView: View {
  let app: YogaModel
  @State private var file: URL?
  @State private var isLoading = false

  var body: some View {
    if let file {
      ShareLink(item: file) { Text(verbatim: ClientText.shareFile.text(in: app.language)) }
        .buttonStyle(.borderedProminent)
    } else {
      Button(ClientText.exportFile.text(in: app.language)) {
        isLoading = true
        Task {
          file = await app.exportFile()
          isLoading = false
        }
      }
      .buttonStyle(.borderedProminent)
      .disabled(isLoading)
    }
  }
}

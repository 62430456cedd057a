#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import SwiftUI
  import UIKit

  /// Emails, quiet hours, the time zone and the daily limit of notifications.
  struct NotificationSettingsView: View {
    let proxy: ScreenProxy<DeliveryScreen>
    let session: AppSession
    @State private var model: NotificationSettingsModel

    init(proxy: ScreenProxy<DeliveryScreen>, session: AppSession) {
      (self.proxy, self.session) = (proxy, session)
      _model = State(initialValue: NotificationSettingsModel(session.api))
    }

    var body: some View {
      let texts = session.texts
      Form {
        Text(texts(.deliveryText)).foregroundStyle(Palette.muted)
        LoaderView(loader: model.profile, texts: texts, retry: { await model.load() }) { _ in
          Toggle(isOn: $model.sendsEmail) { Text(texts(.ruleEmail)) }
          Toggle(isOn: $model.hasQuietHours) { Text(texts(.deliveryQuiet)) }
          if model.hasQuietHours {
            hourPicker(texts(.deliveryFrom), $model.startHour)
            hourPicker(texts(.deliveryUntil), $model.endHour)
          }
          Picker(selection: $model.timeZone) {
            ForEach(zones, id: \.self) { zone in Text(zone).tag(zone) }
          } label: {
            Text(texts(.deliveryZone))
          }
          Picker(selection: $model.dailyLimit) {
            ForEach(Array(0...100), id: \.self) { count in Text(String(count)).tag(count) }
          } label: {
            Text(texts(.deliveryLimit))
          }
        }
        OperationError(operation: model.operation, texts: texts)
        Button(texts(.save)) { Task { if await model.save() { proxy.fire(.saved) } } }
          .disabled(!model.canSave)
        Button(texts(.cancel)) { proxy.fire(.cancel) }
      }
      .navigationTitle(texts(.deliveryTitle))
      .task { await model.load() }
    }

    /// The system's zones, and the user's own if the system does not know it.
    private var zones: [String] {
      let knownZones = TimeZone.knownTimeZoneIdentifiers
      return knownZones.contains(model.timeZone) ? knownZones : [model.timeZone] + knownZones
    }

    private func hourPicker(_ title: String, _ hour: Binding<Int>) -> some View {
      Picker(selection: hour) {
        ForEach(Array(0..<24), id: \.self) { hour in
          Text((hour < 10 ? "0" : "") + String(hour) + ":00").tag(hour)
        }
      } label: {
        Text(title)
      }
    }
  }

  /// The screen for deleting the account, which the password confirms, or without one, a switch.
  struct DeleteAccountView: View {
    let proxy: ScreenProxy<DeleteAccountScreen>
    let session: AppSession
    @State private var model: DeleteAccountModel

    init(proxy: ScreenProxy<DeleteAccountScreen>, session: AppSession) {
      (self.proxy, self.session) = (proxy, session)
      _model = State(initialValue: DeleteAccountModel(session))
    }

    var body: some View {
      let texts = session.texts
      Form {
        Text(texts(.deleteText))
        Text(texts(.deleteFinal)).foregroundStyle(Color.red)
        LoaderView(loader: model.profile, texts: texts, retry: { await model.load() }) { profile in
          if profile.hasPassword {
            SecureField(texts(.password), text: $model.password).textContentType(.password)
          } else {
            Toggle(isOn: $model.isConfirmed) { Text(texts(.deleteConfirm)) }
          }
        }
        OperationError(operation: model.operation, texts: texts)
        Button(texts(.deleteButton)) {
          Task { if await model.delete() { proxy.fire(.deleteAccount) } }
        }
        .foregroundStyle(Color.red)
        .disabled(!model.canDelete)
        Button(texts(.cancel)) { proxy.fire(.cancel) }
      }
      .navigationTitle(texts(.deleteTitle))
      .task { await model.load() }
    }
  }
#endif

#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import AccountsClient
  import FlowMagic
  import Foundation
  import PhotosUI
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI
  import UIKit

  /// The settings of a user or a guest.
  struct SettingsView: View {
    let settings: ScreenProxy<SettingsScreen>
    let session: AppSession
    @State private var profile = Loader<ProfileData>()

    var body: some View {
      let texts = session.texts
      List {
        if session.isSignedIn {
          row(.settingsProfile, "person") { settings.fire(.profile) }
          row(.settingsRule, "bell") { settings.fire(.defaultRule) }
          row(.settingsDelivery, "clock") { settings.fire(.delivery) }
          if profile.value?.hasPassword != false {
            row(.settingsPassword, "key") { settings.fire(.password) }
          }
        } else {
          Text(texts(.settingsInvite)).font(.headline)
          Text(texts(.settingsInviteText)).foregroundStyle(Palette.muted)
          Button(texts(.logIn)) { settings.fire(.logIn) }.buttonStyle(.borderedProminent)
          Button(texts(.register)) { settings.fire(.register) }.buttonStyle(.bordered)
        }
        row(.settingsNotifications, "iphone") { settings.fire(.notifications) }
        if session.isSignedIn { row(.settingsWebhook, "link") { settings.fire(.webhook) } }
        Button {
          NotificationPermission.openSettings()
        } label: {
          Label(texts(AppOnlyText.deviceSettings), systemImage: "gear")
        }
        row(.settingsTutorial, "questionmark.circle") { settings.fire(.tutorial) }
        if session.isSignedIn {
          Button(texts(.logOut)) {
            Task {
              await session.signOut()
              settings.fire(.logOut)
            }
          }
          .foregroundStyle(Color.red)
          Button(texts(.settingsDelete)) { settings.fire(.deleteAccount) }
            .foregroundStyle(Color.red)
        }
      }
      .navigationTitle(texts(.tabSettings))
      .task(id: session.isSignedIn) {
        profile.clear()
        guard session.isSignedIn else { return }
        await profile.load { () throws(ClientError) in try await session.api.profile() }
      }
    }

    private func row(
      _ title: AppText, _ symbol: String, _ action: @escaping @MainActor () -> Void
    ) -> some View {
      Button(action: action) { Label(session.texts(title), systemImage: symbol) }
    }
  }

  /// The user's names and picture.
  struct ProfileView: View {
    let proxy: ScreenProxy<ProfileScreen>
    let session: AppSession
    @State private var model: ProfileModel
    @State private var item: PhotosPickerItem?

    init(proxy: ScreenProxy<ProfileScreen>, session: AppSession) {
      (self.proxy, self.session) = (proxy, session)
      _model = State(initialValue: ProfileModel(session.api))
    }

    var body: some View {
      Form {
        LoaderView(
          loader: model.profile, texts: session.texts, retry: { await model.load() }
        ) { _ in
          picture
          TextField(session.texts(.profileGiven), text: $model.givenName)
          TextField(session.texts(.profileSurname), text: $model.surname)
          TextField(session.texts(.profileNickname), text: $model.nickname)
        }
        OperationError(operation: model.operation, texts: session.texts)
        Button(session.texts(.save)) { Task { if await model.save() { proxy.fire(.saved) } } }
          .disabled(!model.canSave)
        Button(session.texts(.cancel)) { proxy.fire(.cancel) }
      }
      .navigationTitle(session.texts(.settingsProfile))
      .task { await model.load() }
      .onChange(of: item) { _, item in
        guard let item else { return }
        Task { await setPicture(from: item) }
      }
    }

    @ViewBuilder private var picture: some View {
      let picturePath = model.profile.value?.picture
      HStack {
        UserPicture(url: session.api.pictureURL(picturePath), name: model.nickname, side: 80)
        // The picker runs in its own process, so the app needs no access to the photo library.
        PhotosPicker(selection: $item, matching: .images) {
          Text(session.texts(AppOnlyText.choosePicture))
        }
      }
      if picturePath != nil {
        Button(session.texts(AppOnlyText.removePicture)) { Task { await model.setPicture(nil) } }
      }
    }

    private func setPicture(from item: PhotosPickerItem) async {
      let data = try? await item.loadTransferable(type: Data.self)
      self.item = nil
      guard let image = data.flatMap({ UIImage(data: $0) }), let file = PictureFile.jpeg(of: image)
      else { return }
      await model.setPicture(file)
    }
  }

  /// The screen for changing the password.
  struct PasswordView: View {
    let password: ScreenProxy<PasswordScreen>
    let session: AppSession
    @State private var model: PasswordModel

    init(password: ScreenProxy<PasswordScreen>, session: AppSession) {
      (self.password, self.session) = (password, session)
      _model = State(initialValue: PasswordModel(session))
    }

    var body: some View {
      Form {
        Text(session.texts(.passwordText)).foregroundStyle(Palette.muted)
        SecureField(session.texts(.passwordCurrent), text: $model.currentPassword).textContentType(
          .password)
        SecureField(session.texts(.passwordNew), text: $model.newPassword).textContentType(
          .newPassword)
        Text(session.texts(.passwordHint)).font(.caption).foregroundStyle(Palette.muted)
        OperationError(operation: model.operation, texts: session.texts)
        Button(session.texts(.save)) {
          Task { if await model.save() { password.fire(.changePassword) } }
        }
        .disabled(!model.canSave)
        Button(session.texts(.cancel)) { password.fire(.cancel) }
      }
      .navigationTitle(session.texts(.settingsPassword))
    }
  }

  /// The user's devices and latest notifications.
  struct NotificationsView: View {
    let session: AppSession
    @State private var model: DevicesModel

    init(session: AppSession) {
      self.session = session
      _model = State(initialValue: DevicesModel(session.api))
    }

    var body: some View {
      let texts = session.texts
      List {
        Button(texts(AppOnlyText.allow)) {
          Task {
            if await !NotificationPermission.request() { NotificationPermission.openSettings() }
            session.recordNotificationPrompt()
          }
        }
        if session.isSignedIn {
          Text(texts(.devicesTitle)).font(.headline).accessibilityAddTraits(.isHeader)
          OperationError(operation: model.operation, texts: texts)
          LoaderView(loader: model.devices, texts: texts, retry: { await model.load() }) {
            devices in
            if devices.isEmpty { Text(texts(.devicesNone)).foregroundStyle(Palette.muted) }
            ForEach(devices) { device in row(device) }
          }
          Text(texts(.noticesTitle)).font(.headline).accessibilityAddTraits(.isHeader)
          LoaderView(loader: model.notices, texts: texts, retry: { await model.load() }) {
            notices in
            if notices.isEmpty { Text(texts(.noticesNone)).foregroundStyle(Palette.muted) }
            ForEach(notices) { notice in
              VStack(alignment: .leading) {
                Text(notice.title).font(.headline)
                Text(notice.text)
              }
            }
          }
        }
      }
      .navigationTitle(texts(.settingsNotifications))
      .task { if session.isSignedIn { await model.load() } }
    }

    private func row(_ device: DeviceData) -> some View {
      HStack {
        Text(device.name.isEmpty ? device.kind : device.name)
        Spacer()
        Button(session.texts(.devicesTest)) { Task { await model.sendTest(to: device) } }
          .buttonStyle(.borderless)
        Button(session.texts(.devicesRemove)) { Task { await model.remove(device) } }
          .buttonStyle(.borderless)
      }
    }
  }
#endif

#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI
  import UIKit

  /// The screen for logging in.
  struct LogInView: View {
    let logIn: ScreenProxy<LogInScreen>
    let session: AppSession
    @State private var model: SignInModel

    init(logIn: ScreenProxy<LogInScreen>, session: AppSession) {
      (self.logIn, self.session) = (logIn, session)
      _model = State(initialValue: SignInModel(session))
    }

    var body: some View {
      let texts = session.texts
      Form {
        TextField(texts(.email), text: $model.email)
          .keyboardType(.emailAddress)
          .textContentType(.emailAddress)
          .textInputAutocapitalization(.never)
          .autocorrectionDisabled()
        SecureField(texts(.password), text: $model.password).textContentType(.password)
        OperationError(operation: model.operation, texts: texts)
        Button(texts(.logIn)) { Task { if await model.signIn() { logIn.fire(.logIn) } } }
          .disabled(!model.canSignIn)
        Button(texts(.logInRegister)) { logIn.fire(.register) }
        Button(texts(.logInForgot)) { logIn.fire(.forgot) }
        Button(texts(.logInGuest)) { logIn.fire(.home) }
      }
      .navigationTitle(texts(.logIn))
    }
  }

  /// The screen for registering an account.
  struct RegisterView: View {
    let register: ScreenProxy<RegisterScreen>
    let session: AppSession
    @State private var model: RegisterModel
    @State private var showsTerms = false

    init(register: ScreenProxy<RegisterScreen>, session: AppSession) {
      (self.register, self.session) = (register, session)
      _model = State(initialValue: RegisterModel(session.api))
    }

    var body: some View {
      let texts = session.texts
      Form {
        TextField(texts(.profileGiven), text: $model.data.givenName).textContentType(.name)
        TextField(texts(.profileSurname), text: $model.data.surname)
        TextField(texts(.profileNickname), text: $model.data.nickname)
        TextField(texts(.email), text: $model.data.email)
          .keyboardType(.emailAddress)
          .textContentType(.emailAddress)
          .textInputAutocapitalization(.never)
          .autocorrectionDisabled()
        SecureField(texts(.password), text: $model.data.password).textContentType(.newPassword)
        Text(texts(.passwordHint)).font(.caption).foregroundStyle(Palette.muted)
        Toggle(isOn: $model.data.acceptsTerms) { Text(texts(.registerTerms)) }
        DisclosureGroup(isExpanded: $showsTerms) {
          Text(texts(.termsText))
        } label: {
          Text(texts(.termsTitle))
        }
        OperationError(operation: model.operation, texts: texts)
        Button(texts(.register)) {
          Task { if await model.register() { register.fire(.register) } }
        }
        .disabled(!model.canRegister)
        Button(texts(.logIn)) { register.fire(.logIn) }
      }
      .navigationTitle(texts(.registerTitle))
    }
  }

  /// The screen for requesting a link to set a new password.
  struct ForgotPasswordView: View {
    let forgot: ScreenProxy<ForgotPasswordScreen>
    let session: AppSession
    @State private var model: ForgotPasswordModel

    init(forgot: ScreenProxy<ForgotPasswordScreen>, session: AppSession) {
      (self.forgot, self.session) = (forgot, session)
      _model = State(initialValue: ForgotPasswordModel(session.api))
    }

    var body: some View {
      Form {
        Text(session.texts(.forgotText)).foregroundStyle(Palette.muted)
        TextField(session.texts(.email), text: $model.email)
          .keyboardType(.emailAddress)
          .textInputAutocapitalization(.never)
          .autocorrectionDisabled()
        OperationError(operation: model.operation, texts: session.texts)
        Button(session.texts(.forgotSend)) {
          Task { if await model.send() { forgot.fire(.sendReset) } }
        }
        .disabled(!model.canSend)
        Button(session.texts(.toLogIn)) { forgot.fire(.logIn) }
      }
      .navigationTitle(session.texts(.forgotTitle))
    }
  }

  /// Asks for notifications after the first product was tracked, before the system does.
  struct PrimerView: View {
    let primer: ScreenProxy<PrimerScreen>
    let session: AppSession

    var body: some View {
      let texts = session.texts
      VStack(spacing: 16) {
        Image(systemName: "bell.badge").font(.largeTitle).accessibilityHidden(true)
        Text(texts(.primerTitle)).font(.title).accessibilityAddTraits(.isHeader)
        Text(texts(AppOnlyText.primer)).foregroundStyle(Palette.muted)
          .multilineTextAlignment(.center)
        Button(texts(AppOnlyText.allow)) {
          Task {
            _ = await NotificationPermission.request()
            finish()
          }
        }
        .buttonStyle(.borderedProminent)
        Button(texts(AppOnlyText.notNow)) { finish() }
      }
      .padding(24)
    }

    private func finish() {
      session.recordNotificationPrompt()
      primer.fire(.next)
    }
  }

  /// A page of the tutorial; its texts are the flow's.
  struct TutorialPage<Buttons: View>: View {
    let content: TutorialContent
    let symbol: String
    @ViewBuilder let buttons: () -> Buttons

    var body: some View {
      VStack(spacing: 16) {
        Spacer()
        Image(systemName: symbol).font(.largeTitle).foregroundStyle(Palette.accent)
          .accessibilityHidden(true)
        Text(content.title).font(.title).multilineTextAlignment(.center)
          .accessibilityAddTraits(.isHeader)
        Text(content.text).foregroundStyle(Palette.muted).multilineTextAlignment(.center)
        Spacer()
        buttons()
      }
      .padding(24)
    }
  }
#endif

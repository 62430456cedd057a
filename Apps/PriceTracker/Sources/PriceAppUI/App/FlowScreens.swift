#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import FlowMagic
  import FlowMagicUI
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// All screens of the flows, including the drawn screens of steps that a product owner adds.
  struct FlowScreens: View {
    let session: AppSession

    var body: some View {
      FlowView(session.navigator) {
        mainScreens
        productScreens
        settingsScreens
        accountScreens
        ForDrawn { drawn in DrawnScreenView(drawn) }
      }
    }

    @FlowViewBuilder private var mainScreens: [AnyFor<AnyView>] {
      For(HomeScreen.self) { home in HomeView(home: home, session: session) }
      For(TrackingScreen.self) { tracking in TrackingView(tracking: tracking, session: session) }
      For(ExploreScreen.self) { explore in ExploreView(explore: explore, session: session) }
      For(SeeAllScreen.self) { seeAll in SeeAllView(seeAll: seeAll, session: session) }
      For(AddScreen.self) { add in AddView(add: add, session: session) }
    }

    @FlowViewBuilder private var productScreens: [AnyFor<AnyView>] {
      For(ProductScreen.self) { product in ProductView(proxy: product, session: session) }
      For(RuleScreen.self) { rule in ProductRuleView(proxy: rule, session: session) }
      For(EditCommentScreen.self) { edit in EditCommentView(edit: edit, session: session) }
      For(PrimerScreen.self) { primer in PrimerView(primer: primer, session: session) }
    }

    @FlowViewBuilder private var settingsScreens: [AnyFor<AnyView>] {
      For(SettingsScreen.self) { settings in SettingsView(settings: settings, session: session) }
      For(ProfileScreen.self) { profile in ProfileView(proxy: profile, session: session) }
      For(DefaultRuleScreen.self) { rule in DefaultRuleView(proxy: rule, session: session) }
      For(PasswordScreen.self) { password in PasswordView(password: password, session: session) }
      For(DeliveryScreen.self) { delivery in
        NotificationSettingsView(proxy: delivery, session: session)
      }
      For(DeleteAccountScreen.self) { delete in DeleteAccountView(proxy: delete, session: session) }
      For(NotificationsScreen.self) { _ in NotificationsView(session: session) }
      For(WebhookScreen.self) { webhook in WebhookView(proxy: webhook, session: session) }
      For(RemoveWebhookScreen.self) { remove in RemoveWebhookView(proxy: remove, session: session) }
    }

    @FlowViewBuilder private var accountScreens: [AnyFor<AnyView>] {
      For(LogInScreen.self) { logIn in LogInView(logIn: logIn, session: session) }
      For(RegisterScreen.self) { register in RegisterView(register: register, session: session) }
      For(RegisteredScreen.self) { registered in
        MessageView(
          title: session.texts(.registeredTitle), text: session.texts(AppOnlyText.registered),
          button: session.texts(.toLogIn)
        ) { registered.fire(.logIn) }
      }
      For(ForgotPasswordScreen.self) { forgot in
        ForgotPasswordView(forgot: forgot, session: session)
      }
      For(ResetSentScreen.self) { sent in
        MessageView(
          title: session.texts(.resetTitle), text: session.texts(.resetText),
          button: session.texts(.toLogIn)
        ) { sent.fire(.logIn) }
      }
      For(TutorialScreen.self) { page in
        TutorialPage(content: page.content, symbol: "chart.line.downtrend.xyaxis") {
          Button(session.texts(.next)) { page.fire(.next) }.buttonStyle(.borderedProminent)
          Button(session.texts(.skip)) { page.fire(.skip) }
        }
      }
      For(TutorialLogInScreen.self) { page in
        TutorialPage(content: page.content, symbol: "person.crop.circle") {
          Button(session.texts(.logIn)) { page.fire(.logIn) }.buttonStyle(.bordered)
          Button(session.texts(.register)) { page.fire(.register) }.buttonStyle(.bordered)
          Button(session.texts(.next)) { page.fire(.next) }.buttonStyle(.borderedProminent)
          Button(session.texts(.skip)) { page.fire(.skip) }
        }
      }
      For(TutorialNotificationsScreen.self) { page in
        TutorialPage(content: page.content, symbol: "bell.badge") {
          Button(session.texts(AppOnlyText.allow)) {
            Task {
              _ = await NotificationPermission.request()
              session.recordNotificationPrompt()
            }
          }
          .buttonStyle(.bordered)
          Button(session.texts(.start)) { page.fire(.next) }.buttonStyle(.borderedProminent)
        }
      }
    }
  }
#endif

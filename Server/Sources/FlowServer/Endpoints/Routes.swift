/// All routes of the server except those of the control socket; each feature declares its own.
package enum Routes {
  package static let all: [Endpoint] = [
    DeliveryRoutes.all, EventRoutes.all, AnnouncementRoutes.all, ApplicationRoutes.all,
    OverviewRoutes.all, ResultRoutes.all, SnapshotRoutes.all, AssetRoutes.all, AttributeRoutes.all,
    ChangeRoutes.all, DraftRoutes.all, ReleaseRoutes.all,
    SDKKeyRoutes.all, TokenRoutes.all, AuditRoutes.all, OrganizationRoutes.all, MemberRoutes.all,
    TemplateRoutes.all,
    AccountRoutes.all, CurrentUserRoutes.all, SecondFactorRoutes.all, LegacyRoutes.all, pages,
    PortalRoutes.all, ServerRoutes.all,
  ].flatMap { $0 }

  /// The pages on which users sign in and manage their accounts.
  private static let pages: [Endpoint] = [
    PageFileRoutes.all, SignInPageRoutes.all, SecondFactorPageRoutes.all, PasskeyPageRoutes.all,
    RegistrationPageRoutes.all, PasswordPageRoutes.all, InvitationPageRoutes.all,
    InvitationReportPageRoutes.all,
    ExternalPageRoutes.all, ProviderPageRoutes.all, SignOutPageRoutes.all, HomePageRoutes.all,
    ProfilePageRoutes.all,
    SecurityPageRoutes.all, AuthenticatorPageRoutes.all, SessionPageRoutes.all,
    ConfirmationPageRoutes.all,
  ].flatMap { $0 }
}

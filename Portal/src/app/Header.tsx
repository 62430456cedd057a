import { useEffect, useState } from "react";
import { ApiProblem, getCSRFToken, UnreachableError } from "../api";
import { useLocation } from "../model/router";
import { chooseOrganization, me, organization, signOut } from "../model/session";
import { useStore } from "../model/store";
import { runSignOutActions, hasUnsavedChanges } from "../model/unsaved";
import { Avatar, Confirm, failureText, Menu, toast, type MenuContent } from "../ui";
import { language, t } from "../localization";

/** The bar at the top of every page; a page may insert its own controls in the middle. */
export function Header() {
  const { path } = useLocation();
  const isHome = path === "/" || path.startsWith("/apps/new");
  return (
    <header className="top">
      <a className="brand" href="/" aria-label={t("nav.applications")}>
        <Logo />
        <span className="brand-name">{t("app.name")}</span>
      </a>
      {!path.startsWith("/apps/") || isHome ? (
        <nav className="top-nav" aria-label={t("app.name")}>
          <a href="/" aria-current={isHome ? "page" : undefined}>{t("nav.applications")}</a>
          <a
            href="/organization"
            aria-current={path.startsWith("/organization") ? "page" : undefined}
          >
            {t("nav.organization")}
          </a>
          <a href="/help" aria-current={path.startsWith("/help") ? "page" : undefined}>
            {t("nav.help")}
          </a>
        </nav>
      ) : null}
      <div id="top-middle" className="top-middle" />
      <UserMenu />
    </header>
  );
}

/** The product's logo: two steps and the edge between them. */
function Logo() {
  return (
    <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="var(--accent)" />
      <path
        d="M10 9.500h4.500c5 0 3 13 8 13" fill="none" stroke="var(--on-accent)"
        strokeWidth="2.400" strokeLinecap="round"
      />
      <circle cx="9.500" cy="9.500" r="3" fill="var(--on-accent)" />
      <circle cx="22.500" cy="22.500" r="3" fill="var(--on-accent)" />
    </svg>
  );
}

function UserMenu() {
  const user = useStore(me);
  const current = useStore(organization);
  const [isConfirming, setConfirming] = useState(false);
  useEffect(() => {
    const warnBeforeUnload = (event: BeforeUnloadEvent) => {
      if (!hasUnsavedChanges.get()) return;
      event.preventDefault();
      event.returnValue = "";
    };
    addEventListener("beforeunload", warnBeforeUnload);
    return () => removeEventListener("beforeunload", warnBeforeUnload);
  }, []);
  if (!user) return null;
  const theme = document.documentElement.dataset["theme"] ?? "system";
  const items: MenuContent = [
    { text: user.name || user.email, detail: user.email, icon: "user", href: "/account" },
    null,
    ...(user.organizations.length > 1 ? [t("nav.organization")] : []),
    ...(user.organizations.length > 1 ? user.organizations.map(({ id, name }) => ({
      text: name, isChecked: id === current, onChoose: () => chooseOrganization(id),
    })) : []),
    t("me.theme"),
    ...(["system", "light", "dark"] as const).map((choice) => ({
      text: t(`me.theme-${choice}`), isChecked: choice === theme,
      onChoose: () => void savePreference("theme", choice),
    })),
    t("me.language"),
    {
      text: "English", isChecked: language === "en",
      onChoose: () => void savePreference("language", "en"),
    },
    {
      text: "Deutsch", isChecked: language === "de",
      onChoose: () => void savePreference("language", "de"),
    },
    null,
    { text: t("me.account"), icon: "gear", href: "/account" },
    { text: t("nav.help"), icon: "help", href: "/help" },
    {
      text: t("me.sign-out"), icon: "back",
      onChoose: () => void runSignOutActions().then(() => (
        hasUnsavedChanges.get() ? setConfirming(true) : void handleSignOut())),
    },
  ];
  return (
    <>
      <Menu
        items={items} label={t("me.menu")} align="end"
        trigger={(props) => (
          <button
            {...props} type="button" className="me-button"
            aria-label={`${t("me.menu")}: ${user.name || user.email}`}
          >
            <Avatar name={user.name} email={user.email} size={32} />
          </button>
        )}
      />
      {isConfirming && (
        <Confirm
          title={t("me.sign-out")} text={t("me.sign-out-unsaved")} action={t("me.sign-out")}
          isDangerous onClose={() => setConfirming(false)} onConfirm={() => void handleSignOut()}
        />
      )}
    </>
  );
}

async function handleSignOut(): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    toast({ text: failureText(error), kind: "danger" });
  }
}

/** Stores a preference in this browser, for the server's pages too. */
async function savePreference(name: "theme" | "language", value: string): Promise<void> {
  if (name === "theme") {
    if (value === "system") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = value;
  }
  try {
    const response = await fetch("/preferences", {
      method: "POST", redirect: "manual", credentials: "same-origin",
      body: new URLSearchParams({ token: getCSRFToken(), return: "/", [name]: value }),
    }).catch((error: unknown) => {
      throw new UnreachableError(error);
    });
    // The server redirects when it has stored the preference, and otherwise sends an error page.
    if (response.type !== "opaqueredirect") throw new ApiProblem(response.status, {});
    if (name === "language") location.reload();
  } catch (error) {
    toast({ text: failureText(error), kind: "danger" });
  }
}

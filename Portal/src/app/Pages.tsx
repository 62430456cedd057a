import { useEffect, useState } from "react";
import { ApiProblem } from "../api";
import { OrganizationPage } from "../features/organization";
import { ApplicationModel, ApplicationProvider } from "../model/application";
import { pathComponents, useLocation } from "../model/router";
import { lazy, Loading } from "../ui";
import { t, withTexts } from "../localization";
import { Failure } from "../ui/Failure";

const Home = lazy(async () => (await import("../features/home")).HomePage, "page");
const loadConnect = () => withTexts("connect", import("../features/connect"));
const Connect = lazy(async () => (await loadConnect()).ConnectPage, "page");
const NewApplication = lazy(async () => (await loadConnect()).NewApplicationPage, "page");
const loadEditor = () => import("../features/editor");
const Editor = lazy(async () => (await loadEditor()).EditorPage, "page");
const History = lazy(async () => (
  await withTexts("history", import("../features/history"))).HistoryPage, "page");
const Settings = lazy(async () => (
  await withTexts("settings", import("../features/settings"))).SettingsPage, "page");
const Results = lazy(async () => (
  await withTexts("results", import("../features/results"))).ResultsPage, "page");
const Help = lazy(async () => (await import("../features/help")).HelpPage, "page");

/** Starts loading the editor, if the path shows it, before the signed-in user is known. */
export function preparePage(path: string): void {
  const [area, application, ...rest] = path.split("/").filter(Boolean);
  if (area !== "apps" || !application || application === "new" || rest.length > 0) return;
  // The component that needs the editor retries after a failure, and reports it.
  loadEditor().then((editor) => editor.startEngine(), () => undefined);
}

/** The page for the current URL. */
export function Pages() {
  const { path } = useLocation();
  const components = pathComponents(path);
  return components ? <Page components={components} /> : <NotFound />;
}

const NotFound = () => (
  <Failure failure={new ApiProblem(404, { detail: t("app.not-found-text") })} />);

function Page({ components }: { components: string[] }) {
  const [area, first, ...rest] = components;
  if (area === undefined || (area === "apps" && first === undefined)) return <Home />;
  if (area === "organization") return <OrganizationPage section={first ?? "members"} />;
  if (area === "help") return <Help topic={first} />;
  if (area === "apps" && first === "new") return <NewApplication />;
  if (area === "apps" && first) return <Application key={first} id={first} rest={rest} />;
  return <NotFound />;
}

function Application({ id, rest }: { id: string; rest: string[] }) {
  const [model, setModel] = useState<ApplicationModel | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const newModel = new ApplicationModel(id);
    let isCurrent = true;
    newModel.open().then(
      () => isCurrent && setModel(newModel), (error) => isCurrent && setFailure(error));
    return () => {
      isCurrent = false;
      newModel.close();
    };
  }, [id, attempt]);
  if (failure) {
    const retry = () => {
      setFailure(null);
      setAttempt(attempt + 1);
    };
    return <Failure failure={failure} onRetry={retry} />;
  }
  if (!model) return <Loading text={t("app.loading")} />;
  return (
    <ApplicationProvider value={model}>
      <ApplicationView view={rest[0]} rest={rest.slice(1)} />
    </ApplicationProvider>
  );
}

function ApplicationView({ view, rest }: { view?: string; rest: string[] }) {
  switch (view) {
    case undefined: return <Editor />;
    case "history": return <History rest={rest} />;
    case "results": return <Results />;
    case "settings": return <Settings section={rest[0] ?? "general"} />;
    case "connect": return <Connect />;
    default: return <NotFound />;
  }
}

import { lazy, Suspense, useEffect, useState } from "react";
import { ApplicationModel, ApplicationProvider } from "../model/application";
import { useWhere } from "../model/router";
import { Loading } from "../ui";
import { t } from "../words";
import { Failure } from "../ui/Failure";

const Home = lazy(async () => ({ default: (await import("../features/home")).HomePage }));
const Connect = lazy(async () => ({ default: (await import("../features/connect")).ConnectPage }));
const NewApplication = lazy(
  async () => ({ default: (await import("../features/connect")).NewApplicationPage }));
const Editor = lazy(async () => ({ default: (await import("../features/editor")).EditorPage }));
const History = lazy(async () => ({ default: (await import("../features/history")).HistoryPage }));
const Settings = lazy(
  async () => ({ default: (await import("../features/settings")).SettingsPage }));
const Organization = lazy(
  async () => ({ default: (await import("../features/organization")).OrganizationPage }));
const Help = lazy(async () => ({ default: (await import("../features/help")).HelpPage }));

/** The page of the address. */
export function Pages() {
  const { path } = useWhere();
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  return (
    <Suspense fallback={<Loading text={t("app.loading")} />}>
      <Page parts={parts} />
    </Suspense>
  );
}

function Page({ parts }: { parts: string[] }) {
  const [area, first, ...rest] = parts;
  if (area === undefined || (area === "apps" && first === undefined)) return <Home />;
  if (area === "organization") return <Organization section={first ?? "members"} />;
  if (area === "help") return <Help topic={first} />;
  if (area === "apps" && first === "new") return <NewApplication />;
  if (area === "apps" && first) return <Application key={first} id={first} rest={rest} />;
  return <Failure failure={new Error(t("app.not-found-text"))} />;
}

function Application({ id, rest }: { id: string; rest: string[] }) {
  const [model, setModel] = useState<ApplicationModel | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const made = new ApplicationModel(id);
    let isWanted = true;
    made.open().then(
      () => isWanted && setModel(made), (error) => isWanted && setFailure(error));
    return () => {
      isWanted = false;
      made.close();
    };
  }, [id, attempt]);
  if (failure) {
    const again = () => {
      setFailure(null);
      setAttempt(attempt + 1);
    };
    return <Failure failure={failure} onAgain={again} />;
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
    case "settings": return <Settings section={rest[0] ?? "general"} />;
    case "connect": return <Connect />;
    default: return <Failure failure={new Error(t("app.not-found-text"))} />;
  }
}

import { useEffect, useReducer, useState } from "react";
import { stepOf } from "../../document";
import { useEditor, useCanUseSnapshot, type Marker } from "../../model/editor";
import { useStore } from "../../model/store";
import { RelativeTime, Callout, Chip, EmptyState, Icon } from "../../ui";
import { formatList, t } from "../../localization";
import { ScreenPicture, useDeclaredScreen, useTexts } from "../screen";
import {
  sessionStatus, IDLE_AFTER, sessionsOf, type SessionInEnvironment, type SessionStatus,
} from "./liveSessions";

/** The sessions of running apps; the chosen one is followed on the canvas. */
export function Follow() {
  const editor = useEditor();
  const sessions = sessionsOf(useStore(editor.application.sessions));
  const isConnected = useStore(editor.application.isConnected);
  const [chosen, setChosen] = useState<string | null>(null);
  const [last, setLast] = useState<SessionInEnvironment | null>(null);
  const now = useNow(sessions);
  const present = sessions.find((session) => session.id === chosen);
  const followed = present ?? (last?.id === chosen ? last : null);
  useEffect(() => {
    if (present) setLast(present);
  }, [present?.at, present?.step, present?.outcome]);
  useMarkers(sessions, chosen);
  if (sessions.length === 0 && !followed) return <NoSessions />;
  return (
    <>
      {isConnected === false && <Callout kind="warn">{t("follow.offline")}</Callout>}
      <ul className="follow-list" aria-label={t("follow.sessions")}>
        {sessions.map((session) => (
          <li key={session.id}>
            <SessionButton
              session={session} now={now} isChosen={session.id === chosen}
              onChoose={() => setChosen(session.id === chosen ? null : session.id)}
            />
          </li>
        ))}
      </ul>
      {followed
        ? <ChosenSession session={followed} now={now} isGone={!present} />
        : <p className="muted">{t("follow.choose")}</p>}
    </>
  );
}

/** The current time, updated when a session may have become idle. */
function useNow(sessions: SessionInEnvironment[]): number {
  const [, update] = useReducer((count: number) => count + 1, 0);
  const now = Date.now();
  const delays = sessions.map((session) => Date.parse(session.at) + IDLE_AFTER - now)
    .filter((delay) => delay > 0);
  const next = delays.length > 0 ? Math.min(...delays) : null;
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(update, next + 50);
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}

/**
 * Marks the step of the followed session, and brings it into view; without one, marks those of all
 * active sessions.
 */
function useMarkers(sessions: SessionInEnvironment[], chosen: string | null): void {
  const editor = useEditor();
  const followed = sessions.find((session) => session.id === chosen);
  const isActive = ({ outcome, failure }: SessionInEnvironment) =>
    outcome === undefined && failure === undefined;
  const shown = (followed ? [followed] : sessions.filter(isActive)).flatMap((session) => (
    session.flow !== undefined && session.step !== undefined
      ? [{ ...session, flow: session.flow, step: session.step }] : []));
  const key = JSON.stringify(shown.map(({ id, flow, step }) => [id, flow, step]));
  useEffect(() => {
    const others = (all: Marker[]) => all.filter((marker) => marker.kind !== "live");
    editor.markers.update((all) => [...others(all), ...shown.map((session) => ({
      id: `live-${session.id}`, kind: "live" as const, text: buildText(session),
      flow: session.flow, step: session.step,
    }))]);
    const [first] = shown;
    if (followed && first) {
      editor.command({ kind: "reveal", flow: first.flow, step: first.step });
    }
    return () => editor.markers.update(others);
  }, [editor, key]);
}

const buildText = ({ build }: SessionInEnvironment) => `${build.platform} ${build.version}`;

function SessionButton({ session, now, isChosen, onChoose }: {
  session: SessionInEnvironment; now: number; isChosen: boolean; onChoose(): void;
}) {
  const status = sessionStatus(session, now);
  return (
    <button type="button" className="follow-session" aria-pressed={isChosen} onClick={onChoose}>
      <span className={`follow-dot ${status}`} aria-hidden="true" />
      <span className="follow-text">
        <span className="follow-name">{buildText(session)} · {session.environment}</span>
        <span className="follow-place">
          {placeText(session, status)}
        </span>
      </span>
      <span className="follow-when"><RelativeTime at={session.at} /></span>
    </button>
  );
}

function placeText(session: SessionInEnvironment, status: SessionStatus): string {
  const { flow, step, outcome, failure } = session;
  if (status === "ended") return t("follow.ended", { outcome: outcome ?? "" });
  if (status === "failed") return t("follow.failed", { code: failure ?? "" });
  return step === undefined ? t("follow.started") : t("follow.at", { step, flow: flow ?? "" });
}

/** Returns the note beside a session's position; null if there is none. */
function noteText(
  session: SessionInEnvironment, status: SessionStatus, isGone: boolean,
): string | null {
  if (status === "ended") return t("follow.has-ended", { outcome: session.outcome ?? "" });
  if (status === "failed") return t("follow.has-failed", { code: session.failure ?? "" });
  if (isGone) return t("follow.gone");
  return status === "idle" ? t("follow.idle") : null;
}

const noteKinds = { ended: "good", failed: "danger", idle: "info", active: "info" } as const;

/** The session followed on the canvas: its position, its release and a picture of its screen. */
function ChosenSession({ session, now, isGone }: {
  session: SessionInEnvironment; now: number; isGone: boolean;
}) {
  const editor = useEditor();
  const document = useStore(editor.draft.document);
  const declared = useDeclaredScreen(session.screen ?? "");
  const text = useTexts(document);
  const { flow = "", step: id = "", screen = "" } = session;
  const step = stepOf(document, flow, id);
  const canUseSnapshot = useCanUseSnapshot(editor, screen);
  const status = sessionStatus(session, now);
  const note = noteText(session, status, isGone);
  return (
    <section className="follow-chosen" aria-label={t("follow.followed")}>
      <p role="status" className="follow-status">
        <Icon name="follow" size={16} />
        <span>
          {id === "" ? t("follow.started") : t("follow.is-at", {
            step: id, build: buildText(session),
          })}
        </span>
        <Chip>
          {session.release === undefined ? t("follow.compiled")
            : t("follow.release", { number: String(session.release) })}
        </Chip>
      </p>
      {note && <Callout kind={noteKinds[status]}>{note}</Callout>}
      {!step && id !== "" && (
        <Callout kind="warn">{t("follow.not-in-draft", { step: id })}</Callout>
      )}
      <div className={`device still ${status}`}>
        <div className="phone-status" aria-hidden="true"><span>9:41</span><i /></div>
        <div className="phone-bar"><span className="phone-title">{id}</span></div>
        <div className="phone-screen">
          <ScreenPicture
            screen={screen} declared={declared} content={step?.content}
            canUseSnapshot={canUseSnapshot} text={text}
            ports={step ? Object.keys(step.ports ?? {}) : undefined}
          />
        </div>
        <div className="phone-home" aria-hidden="true" />
      </div>
    </section>
  );
}

const sampleCommand = ["scripts/shop", "--environment", "development"].join(" ");

function NoSessions() {
  // Running apps that cannot be followed are mentioned, so that nobody searches for a problem.
  const { application } = useEditor();
  const clients = useStore(application.clients);
  const environments = useStore(application.application)?.environments ?? [];
  const others = Object.values(clients).filter(({ total, environment }) =>
    total > 0 && !environments.find(({ name }) => name === environment)?.followable);
  return (
    <EmptyState icon="follow" title={t("follow.none")}>
      <p>{t("follow.none-text")}</p>
      {others.length > 0 && (
        <p>
          {t("follow.others", {
            count: others.reduce((sum, client) => sum + client.total, 0),
            environment: formatList(others.map((client) => client.environment)),
          })}{" "}
          {application.role() === "owner"
            ? (
              <a href={`/apps/${encodeURIComponent(application.id)}/settings/environments`}>
                {t("follow.allow")}
              </a>
            )
            : t("follow.ask")}
        </p>
      )}
      <ol className="follow-steps">
        <li>{t("follow.step-key")}</li>
        <li>{t("follow.step-run")}</li>
        <li>{t("follow.step-see")}</li>
      </ol>
      <p>{t("follow.sample")} <code>{sampleCommand}</code></p>
    </EmptyState>
  );
}

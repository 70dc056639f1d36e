import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { countText } from "../../recorded/index.js";
import { EventList } from "./event-list.js";
import { EventPage } from "./event-page.js";
import { FleetPage } from "./fleet-page.js";
import { HooksPage } from "./hooks-page.js";
import { keyHelp } from "./keys.js";
import { Overview } from "./overview.js";
import { ProblemsPage } from "./problems-page.js";
import { QuestionsPage } from "./questions-page.js";
import { addressOf, route, views, type View } from "./route.js";
import { SearchBox } from "./search-box.js";
import { fleet, help, isLive, isOver, questions, state, total } from "./store.js";
import { Line } from "./text.js";
import { Timeline } from "./timeline.js";
import { TrustPage } from "./trust-page.js";

/** The whole page: search first, then what it finds. */
export function App() {
  const { value: at } = route;
  const view: View = at.view === "event" || at.view === "session" ? "events" : at.view;
  const waiting = questions.value.length + (fleet.value?.waiting ?? 0);
  const shown = views.filter((one) => one !== "fleet" || fleet.value !== null || view === "fleet");
  return (
    <>
      <header class="top">
        <a class="brand" href="#/">
          snaphook
        </a>
        <nav aria-label="Views">
          {shown.map((one) => (
            <a
              key={one}
              href={addressOf({ view: one })}
              aria-current={one === view ? "page" : undefined}
            >
              {one}
              {one === "questions" && waiting > 0 && (
                <span class="badge">
                  {waiting}
                  <span class="hidden"> waiting</span>
                </span>
              )}
            </a>
          ))}
        </nav>
        <Status />
      </header>
      <SearchBox />
      <main>
        {view === "events" && <Events />}
        {view === "hooks" && <HooksPage />}
        {view === "problems" && <ProblemsPage />}
        {view === "questions" && <QuestionsPage />}
        {view === "trust" && <TrustPage />}
        {view === "fleet" && <FleetPage />}
      </main>
      <Help />
    </>
  );
}

function Status() {
  const { value } = state;
  return (
    <p class="status" role="status">
      {isOver.value ? (
        <span class="over">not connected</span>
      ) : (
        <>
          <span class={isLive.value ? "live on" : "live"} aria-hidden="true" />
          <span class="hidden">{isLive.value ? "live" : "waiting"}</span>
          {value !== null && (
            <>
              {!value.isOwn && <span class="read-only">read-only</span>}
              <Line text={value.ledger} class="ledger" />
              <span class="count">{countText(value.events)} events</span>
              {value.damaged > 0 && <span class="over">{value.damaged} damaged</span>}
            </>
          )}
        </>
      )}
      <button type="button" class="link" aria-label="Keys" onClick={() => (help.value = true)}>
        ?
      </button>
    </p>
  );
}

function Events() {
  const isBySession = useSignal(false);
  const { value: at } = route;
  const isOpen = at.view === "event";
  return (
    <div class={isOpen ? "events with-event" : "events"}>
      <div class="found">
        <Overview />
        <div class="modes" role="group" aria-label="How events are shown">
          <button
            type="button"
            aria-pressed={!isBySession.value}
            onClick={() => (isBySession.value = false)}
          >
            list
          </button>
          <button
            type="button"
            aria-pressed={isBySession.value}
            onClick={() => (isBySession.value = true)}
          >
            by session
          </button>
          <span class="dim">
            {total.value === 0 && (state.value?.events ?? 0) > 0
              ? "no event fits"
              : `${countText(total.value)} found`}
          </span>
        </div>
        {(state.value?.events ?? 1) === 0 ? (
          <p class="empty">
            Nothing is recorded yet. Fire an event: <code>snaphook run PreToolUse --tool Bash</code>
          </p>
        ) : isBySession.value ? (
          <Timeline />
        ) : (
          <EventList />
        )}
      </div>
      {at.view === "event" && <EventPage id={at.id} />}
    </div>
  );
}

function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (help.value) dialog.current?.showModal();
    else dialog.current?.close();
  }, [help.value]);
  return (
    <dialog ref={dialog} aria-label="Keys" onClose={() => (help.value = false)}>
      <h2>Keys</h2>
      <dl>
        {Object.entries(keyHelp).map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <h2>Search</h2>
      <p>
        The filters of <code>snaphook trace</code>: session, event, tool, hook, outcome, problem,
        since, until, is:failed, is:here. Everything else is looked for as text. <code>*</code> in a
        name is any text.
      </p>
      <button type="button" onClick={() => (help.value = false)}>
        Close
      </button>
    </dialog>
  );
}

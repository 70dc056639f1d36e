import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { basename, jsonOf } from "./plain.js";
import type { ShownEvent } from "../protocol.js";
import { msText } from "../../recorded/index.js";
import { changedLines, forTerminalLine } from "../../show/index.js";
import { ask } from "./api.js";
import { HookCard } from "./hook-card.js";
import { Hosts } from "./hosts.js";
import { ProblemList } from "./problem-list.js";
import { addressOf } from "./route.js";
import { narrow, state } from "./store.js";
import { Block, clock, Line, Outcome, Section } from "./text.js";

/** One event from its payload to who got which text. */
export function EventPage({ id }: { id: string }) {
  const shown = useSignal<ShownEvent | null>(null);
  const why = useSignal("");
  useEffect(() => {
    let isMine = true;
    ask("event", { id }).then(
      (found) => {
        if (!isMine) return;
        shown.value = found;
        why.value = "";
      },
      (error: unknown) => {
        if (!isMine) return;
        shown.value = null;
        why.value = error instanceof Error ? error.message : String(error);
      },
    );
    return () => {
      isMine = false;
    };
  }, [id, state.value?.version]);
  const { value } = shown;
  return (
    <article class="event-page" aria-label="Event" id="event-page" tabIndex={-1}>
      <a class="close" href={addressOf({ view: "events" })} aria-label="Close the event">
        ×
      </a>
      {value === null ? (
        <p class="empty">{why.value === "" ? "…" : <Line text={why.value} />}</p>
      ) : (
        <Flow shown={value} />
      )}
    </article>
  );
}

function Flow({ shown }: { shown: ShownEvent }) {
  const { row, event, placed, hosts, damage } = shown;
  const { reading } = event;
  const ran = event.hooks.filter((hook) => hook.ran);
  const idle = event.hooks.filter((hook) => !hook.ran);
  const names = new Set(ran.map(({ name }) => name));
  const rest = reading?.problems.filter(({ hook }) => !names.has(hook)) ?? [];
  const changes = reading === null ? [] : changedLines(reading);
  return (
    <>
      <header>
        <h1>
          <Outcome outcome={row.outcome} /> <Line text={row.tool === "" ? row.event : row.tool} />
        </h1>
        {row.input !== "" && <Line text={row.input} class="call" />}
        <p class="dim facts">
          <Line text={row.event} />
          <span>{clock(row.time)}</span>
          {row.ms !== null && <span>{msText(row.ms)} waited</span>}
          {row.session !== "" && (
            <button type="button" class="link" onClick={() => narrow({ session: row.session })}>
              session <Line text={row.session.slice(0, 12)} />
            </button>
          )}
          {row.project !== "" && <Line text={basename(row.project)} />}
          <span>
            reads as <Line text={event.dialect} />
          </span>
          <Line text={event.eventId} class="id" />
        </p>
        {damage.map((text) => (
          <p class="fault" key={text}>
            damaged: <Line text={text} />
          </p>
        ))}
      </header>
      <Section title="Decision">
        {reading === null ? (
          <p class="dim">
            {event.ended === null
              ? "It has no end on record: the host was stopped, or still waits."
              : "What was decided cannot be read: its record was cut, or is of another format."}
          </p>
        ) : (
          <Merge shown={shown} />
        )}
        {changes.length > 0 && <Block label="Changes" text={changes.join("\n")} />}
        {reading?.ruling !== undefined && (
          <p>
            Rules: <b>{forTerminalLine(reading.ruling.decision)}</b> —{" "}
            <Line text={reading.ruling.why} />
          </p>
        )}
        {event.answer !== null && (
          <p>
            The user said <b>{event.answer.decision}</b>
            {event.answer.remember && ", for this input from now on"}
            {event.answer.reason !== "" && (
              <>
                : <Line text={event.answer.reason} />
              </>
            )}{" "}
            <span class="dim">{clock(event.answer.time)}</span>
          </p>
        )}
      </Section>
      {ran.length > 0 && (
        <Section title="Hooks that ran" note={String(ran.length)}>
          {ran.map((hook) => (
            <HookCard key={hook.id} hook={hook} reading={reading} placed={placed[hook.id]} />
          ))}
        </Section>
      )}
      {rest.length > 0 && (
        <Section title="Problems">
          <ProblemList problems={rest} />
        </Section>
      )}
      <Section title="Who got which text">
        <Lanes shown={shown} />
      </Section>
      <Section title="Payload">
        <Block label="Payload" text={jsonOf(event.payload)} />
      </Section>
      {hosts.length > 0 && (
        <Section title="The same answer in every host">
          <Hosts hosts={hosts} />
        </Section>
      )}
      {idle.length > 0 && (
        <Section title="Hooks that did not run" note={String(idle.length)}>
          <ul class="idle">
            {idle.map((hook) => (
              <li key={hook.id}>
                <Line text={hook.name} class="name" />{" "}
                <span class="dim">
                  {hook.matched ? "skipped" : "did not match"}: <Line text={hook.why} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** Who said what, and who won. */
function Merge({ shown: { event } }: { shown: ShownEvent }) {
  const { voices = [], rewrites = [] } = event.reading?.provenance ?? {};
  if (voices.length + rewrites.length === 0)
    return <p class="dim">Nobody said anything to it: it proceeds.</p>;
  return (
    <table class="merge">
      <thead>
        <tr>
          <th scope="col">who</th>
          <th scope="col">said</th>
          <th scope="col">why</th>
        </tr>
      </thead>
      <tbody>
        {voices.map(({ hook, level, won, why, observes }, index) => (
          <tr key={index} class={won ? "won" : ""}>
            <td>
              <Line text={hook} />
            </td>
            <td>
              <span class={`level ${level}`}>{forTerminalLine(level)}</span>
              {won && <span class="winner"> decided</span>}
              {observes === true && <span class="dim"> only observes</span>}
            </td>
            <td>
              <Line text={why} />
            </td>
          </tr>
        ))}
        {rewrites.map(({ hook, what, applied, why }, index) => (
          <tr key={`rewrite-${index}`}>
            <td>
              <Line text={hook} />
            </td>
            <td>{`${what} ${applied ? "rewritten" : "not rewritten"}`}</td>
            <td>
              <Line text={why} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lanes({ shown: { lanes } }: { shown: ShownEvent }) {
  return (
    <div class="lanes">
      {(["user", "model", "log", "nobody"] as const).map((lane) => (
        <div class={`lane-box ${lane}`} key={lane}>
          <h3>{lane}</h3>
          {lanes[lane].length === 0 && <p class="dim">nothing</p>}
          {lanes[lane].map(({ hook, kind, text }, index) => (
            <div key={index}>
              <p class="dim">
                <Line text={kind} /> from <Line text={hook} />
              </p>
              <Block label={`${kind} for ${lane}`} text={text} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

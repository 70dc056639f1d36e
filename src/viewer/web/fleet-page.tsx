import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ShownFleetStatus } from "../protocol.js";
import { ask } from "./api.js";
import { FleetFaultLine } from "./fleet-questions.js";
import { fleet } from "./store.js";
import { Line, Time } from "./text.js";

/** What `snaphook fleet status` prints: machines, their revisions, and what is wrong with them. */
export function FleetPage() {
  const status = useSignal<ShownFleetStatus | null>(null);
  const fault = useSignal("");
  const look = (): void => {
    ask("fleet", {}).then(
      (found) => {
        status.value = found;
        fault.value = "";
      },
      (error: unknown) => (fault.value = error instanceof Error ? error.message : String(error)),
    );
  };
  const { value: connected } = fleet;
  const isReached = connected !== null && connected.fault === null;
  // With each change of the questions, and once the database can be reached again.
  useEffect(() => {
    if (isReached) look();
  }, [isReached, connected?.waiting]);
  if (connected === null)
    return (
      <p class="empty">
        No fleet. Start it with <code>snaphook view --url postgres://…</code>, or set{" "}
        <code>SNAPHOOK_FLEET_URL</code>.
      </p>
    );
  return (
    <div class="page" role="region" aria-label="Fleet" tabIndex={0}>
      {connected.fault !== null && <FleetFaultLine fault={connected.fault} />}
      {isReached && fault.value !== "" && <FleetFaultLine fault={fault.value} />}
      {status.value !== null && <Machines status={status.value} look={look} />}
    </div>
  );
}

function Machines({ status, look }: { status: ShownFleetStatus; look: () => void }) {
  const { questions, machines } = status;
  const wrong = machines.filter((machine) => machine.wrong.length > 0).length;
  return (
    <>
      <header class="trust-head">
        <h2>
          {machines.length} machine{machines.length === 1 ? "" : "s"}
        </h2>
        <span class={wrong === 0 ? "dim" : "over"}>
          {wrong === 0 ? "nothing is wrong with them" : `something is wrong with ${wrong}`}
        </span>
        <a class="link" href="#/questions">
          {questions} open question{questions === 1 ? "" : "s"}
        </a>
        <button type="button" class="link" onClick={look}>
          look again
        </button>
      </header>
      {machines.length === 0 && (
        <p class="empty">
          No machine has reported yet: <code>snaphook policy pull</code> does it.
        </p>
      )}
      {machines.length > 0 && (
        <table class="numbers machines">
          <caption>As each machine has said of itself</caption>
          <thead>
            <tr>
              <th scope="col">machine</th>
              <th scope="col">state</th>
              <th scope="col">revision</th>
              <th scope="col">observes</th>
              <th scope="col">last seen</th>
              <th scope="col">snaphook</th>
            </tr>
          </thead>
          <tbody>
            {machines.map(({ id, name, version, enforced, observed, lastSeen, wrong: faults }) => (
              <tr key={id}>
                <th scope="row">
                  <Line text={name} />
                  <Line class="dim place" text={id.slice(0, 8)} />
                </th>
                <td class="state">
                  {faults.length === 0 && <span class="health fine">fine</span>}
                  {faults.map((text, index) => (
                    <p key={index} class="bad">
                      <Line text={text} />
                    </p>
                  ))}
                </td>
                <td>{enforced ?? "none"}</td>
                <td>{observed ?? "·"}</td>
                <td>
                  <Time time={lastSeen} />
                </td>
                <td>
                  <Line text={version} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

import { useSignal, type Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ShownTrust, ShownVersion, TrustChange } from "../protocol.js";
import { ask } from "./api.js";
import { report, said, state } from "./store.js";
import { Line } from "./text.js";
import { TrustCard } from "./trust-card.js";

/**
 * The hooks of the project, and what was approved of them. They are looked at when this is opened and when somebody asks for
 * it, and never in between: a text that changes while it is read would be approved instead of the one that was read.
 */
export function TrustPage() {
  const trust = useSignal<ShownTrust | null>(null);
  const isOwn = state.value?.isOwn;
  const look = (): void => {
    ask("trust", {}).then((found) => (trust.value = found), report);
  };
  useEffect(() => {
    said.value = "";
    if (isOwn === true) look();
  }, [isOwn]);
  if (isOwn === false)
    return <p class="empty">Hooks are not reviewed with somebody else's ledger.</p>;
  return (
    <div class="page" role="region" aria-label="Trust" tabIndex={0}>
      <p class="said" role="status">
        {said.value}
      </p>
      {trust.value !== null && <Hooks trust={trust} look={look} />}
    </div>
  );
}

function Hooks({ trust, look }: { trust: Signal<ShownTrust | null>; look: () => void }) {
  const { project, faults, hooks, gone } = trust.value ?? {
    project: "",
    faults: [],
    hooks: [],
    gone: [],
  };
  const waiting = hooks.filter(({ runs }) => !runs).length;
  /** Sends what somebody decided, and shows what came of it. */
  const send = (done: string, sent: Promise<TrustChange>): void => {
    sent.then(({ why, trust: now }) => {
      trust.value = now;
      said.value = why === null ? done : `Nothing was changed: ${why}`;
    }, report);
  };
  const revoke = (name: string, { id, fingerprint }: ShownVersion): void =>
    send(`Approval taken back: ${name}`, ask("revoke", { id, fingerprint }));
  return (
    <>
      <header class="trust-head">
        <h2>
          Hooks of <Line text={project} />
        </h2>
        <span class="dim">
          {waiting === 0 ? "none waits for a review" : `${waiting} of ${hooks.length} do not run`}
        </span>
        <button type="button" class="link" onClick={look}>
          look again
        </button>
      </header>
      {faults.map((fault, index) => (
        <pre key={index} class="text fault">
          {fault}
        </pre>
      ))}
      {hooks.length === 0 && faults.length === 0 && (
        <p class="empty">
          The project in which <code>snaphook view</code> was started has no hooks of its own.
        </p>
      )}
      {[...hooks.filter(({ runs }) => !runs), ...hooks.filter(({ runs }) => runs)].map((hook) => (
        // With another version it is another card, opened and not yet ready to be approved.
        <TrustCard
          key={`${hook.id}/${hook.fingerprint}/${hook.state}`}
          hook={hook}
          approve={(acceptsUnknownFiles) => {
            const { id, fingerprint, name } = hook;
            send(`Approved: ${name}`, ask("approve", { id, fingerprint, acceptsUnknownFiles }));
          }}
          revoke={() => hook.approved !== null && revoke(hook.name, hook.approved)}
        />
      ))}
      {gone.length > 0 && (
        <section class="section">
          <h2>Approved, and not there any more</h2>
          <ul class="gone">
            {gone.map((one) => (
              <li key={one.id}>
                <Line text={one.name} class="name" />{" "}
                <span class="dim">{one.isOff ? "turned off since" : "not in the settings"}</span>
                <button type="button" class="link" onClick={() => revoke(one.name, one)}>
                  take back
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

import { useSignal } from "@preact/signals";
import { forTerminalLine } from "../../show/index.js";
import type { ReviewedFile, ReviewedHook } from "../protocol.js";
import { useReady } from "./ready.js";
import { Block, Diff, Line } from "./text.js";

/** One hook: whether it runs and why, and all that someone must see before agreeing to it. */
export function TrustCard({
  hook,
  approve,
  revoke,
}: {
  hook: ReviewedHook;
  approve: (acceptsUnknownFiles: boolean) => void;
  revoke: () => void;
}) {
  const isOpen = useSignal(!hook.runs);
  const { name, id, place, state, why } = hook;
  return (
    <section class="trust" aria-label={`Hook ${forTerminalLine(name)}`}>
      <header>
        <button
          type="button"
          class="link"
          aria-expanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Line text={name} class="name" />
        </button>
        <span class={`trust-state ${state}`}>{state}</span>
        <span class="dim">
          <Line text={place} /> · <Line text={id} />
        </span>
      </header>
      <p>
        <Line text={why} />
      </p>
      {isOpen.value && <Review hook={hook} approve={approve} revoke={revoke} />}
    </section>
  );
}

function Review({
  hook,
  approve,
  revoke,
}: {
  hook: ReviewedHook;
  approve: (acceptsUnknownFiles: boolean) => void;
  revoke: () => void;
}) {
  const { state, runs, entry, changes, notKnown, unknown, files, approved, fingerprint } = hook;
  // Of a file whose lines are compared below, two hashes say nothing more.
  const compared = files.filter(({ isDifference }) => isDifference);
  const stated = changes.filter(
    ({ what }) => !compared.some(({ path }) => what === `file ${path}`),
  );
  const accepts = useSignal(false);
  const isReady = useReady(fingerprint);
  const isSent = useSignal(false);
  const once = (change: () => void) => () => {
    isSent.value = true;
    change();
  };
  const isHeld = !isReady || isSent.value;
  return (
    <>
      {stated.length > 0 && (
        <>
          <h3>{state === "drifted" ? "differs from snaphook.lock" : "changed since approval"}</h3>
          {stated.map(({ what, before, after }) => (
            <Diff
              key={what}
              label={forTerminalLine(what)}
              lines={[
                { mark: " ", text: forTerminalLine(what) },
                ...(before === null ? [] : [{ mark: "-", text: forTerminalLine(before) } as const]),
                ...(after === null ? [] : [{ mark: "+", text: forTerminalLine(after) } as const]),
              ]}
            />
          ))}
        </>
      )}
      <Warning
        title="Not all files that it runs are known: a change there would not be noticed."
        items={notKnown}
      />
      <Warning
        title="Known only when it runs; a file behind it may be none of those below."
        items={unknown}
      />
      {files.map((file) => (
        <File key={file.path} file={file} />
      ))}
      <details open={files.length === 0}>
        <summary>the whole entry</summary>
        <Block text={entry} label="The whole entry" />
      </details>
      <p class="dim">
        fingerprint <code>{fingerprint}</code>
      </p>
      {state === "drifted" && (
        <p>
          To approve it would not make it run. If it is meant, pin it:{" "}
          <code>snaphook trust lock</code>
        </p>
      )}
      {!runs && state !== "drifted" && notKnown.length > 0 && (
        <label class="accept">
          <input
            type="checkbox"
            checked={accepts.value}
            onChange={({ currentTarget }) => (accepts.value = currentTarget.checked)}
          />{" "}
          It may run although not all its files are known.
        </label>
      )}
      <div class="answers">
        {!runs && state !== "drifted" && (
          <button
            type="button"
            class="button allow"
            disabled={isHeld || (notKnown.length > 0 && !accepts.value)}
            onClick={once(() => approve(accepts.value))}
          >
            Approve exactly this version
          </button>
        )}
        {approved !== null && (
          <button type="button" class="button deny" disabled={isHeld} onClick={once(revoke)}>
            Take approval back
          </button>
        )}
      </div>
    </>
  );
}

function Warning({ title, items }: { title: string; items: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <div class="warning">
      <p>{title}</p>
      <ul>
        {items.map((text, index) => (
          <li key={index}>
            <Line text={text} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function File({ file }: { file: ReviewedFile }) {
  const { path, real, sha256, note, isDifference, lines } = file;
  return (
    <>
      <h3>
        <Line text={real === path ? path : `${path} → ${real}`} />{" "}
        <span class="dim">
          {isDifference ? "against what was approved · " : ""}sha256 {sha256.slice(0, 16)}…
        </span>
      </h3>
      {note !== "" && <p class="warning">{note}</p>}
      {lines.length > 0 && <Diff lines={lines} label={forTerminalLine(path)} />}
    </>
  );
}

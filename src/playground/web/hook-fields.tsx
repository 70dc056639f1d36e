import type { OnFailure } from "../../decode/index.js";
import { LARGEST_EXIT, type DraftEnding, type HookDraft } from "../draft.js";
import { FindingList } from "./finding-list.js";
import { MarkedArea } from "./marked-area.js";
import { PortableBox } from "./portable-box.js";
import { change, changeHook, compared, draft, findings } from "./store.js";

const endings: Readonly<Record<DraftEnding, string>> = {
  exit: "exits",
  "timed-out": "times out",
  killed: "is killed",
};

const failures: Readonly<Record<OnFailure, string>> = {
  continue: "continue",
  ask: "ask",
  block: "block",
};

/** One hook: how it ends and what it prints, with what is wrong below each field. */
export function HookFields({
  hook,
  index,
  isOnly,
}: {
  hook: HookDraft;
  index: number;
  isOnly: boolean;
}) {
  const own = findings.value.filter((one) => one.hook === index && one.place.field !== "event");
  const at = (field: string) => own.filter(({ place }) => place.field === field);
  // What was compared may be of the moment before.
  const isCurrent = compared.value.draft.hooks[index] === hook;
  const marks = (field: string) => (isCurrent ? at(field) : []);
  const portable = compared.value.portable[index] ?? null;
  const id = `hook-${index}`;
  return (
    <fieldset class="hook">
      <legend>{isOnly ? "The hook" : `Hook ${index + 1}`}</legend>
      <div class="row">
        <label class="field">
          <span>Ending</span>
          <select
            value={hook.ending}
            onChange={({ currentTarget }) =>
              changeHook(index, { ending: currentTarget.value as DraftEnding })
            }
          >
            {Object.entries(endings).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {hook.ending === "exit" && (
          <label class="field">
            <span>Exit code</span>
            <input
              type="number"
              min={0}
              max={LARGEST_EXIT}
              class={at("exit").length > 0 ? `code ${at("exit")[0]?.severity}` : "code"}
              value={hook.exit}
              onInput={({ currentTarget }) => setExit(index, currentTarget.valueAsNumber)}
            />
          </label>
        )}
        <label class="field">
          <span>On failure</span>
          <select
            value={hook.onFailure}
            onChange={({ currentTarget }) =>
              changeHook(index, { onFailure: currentTarget.value as OnFailure })
            }
          >
            {Object.entries(failures).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
        </label>
        {!isOnly && (
          <button
            type="button"
            class="remove"
            aria-label={`Remove hook ${index + 1}`}
            onClick={() =>
              change({ hooks: draft.value.hooks.filter((_, other) => other !== index) })
            }
          >
            Remove
          </button>
        )}
      </div>
      <MarkedArea
        hook={id}
        name="stdout"
        hint="JSON, or plain text"
        value={hook.stdout}
        marks={marks("stdout")}
        onChange={(stdout) => changeHook(index, { stdout })}
      />
      <MarkedArea
        hook={id}
        name="stderr"
        hint="what exit code 2 gives as the reason"
        value={hook.stderr}
        marks={marks("stderr")}
        onChange={(stderr) => changeHook(index, { stderr })}
      />
      {portable !== null && <PortableBox portable={portable} index={index} />}
      <FindingList findings={own} hook={id} />
    </fieldset>
  );
}

/** A field that is emptied in order to type another number is left alone. */
function setExit(index: number, exit: number): void {
  if (Number.isInteger(exit) && exit >= 0 && exit <= LARGEST_EXIT) changeHook(index, { exit });
}

import { bridgedHosts } from "../../hosts/index.js";
import { events, toolInputs } from "../../payload/index.js";
import { emptyHook, hasTool, MOST_HOOKS, payloadOf, sampleOf } from "../draft.js";
import { FindingList } from "./finding-list.js";
import { HookFields } from "./hook-fields.js";
import { replaceDraft } from "./links.js";
import { change, draft, findings } from "./store.js";

/** Events that Snaphook has no name for, by the names that hosts have for them. */
const foreignEvents = [
  ...new Set(
    bridgedHosts().flatMap((host) =>
      Object.entries(host.events)
        .filter(([, { canonical }]) => canonical === null)
        .map(([name]) => name),
    ),
  ),
].toSorted();

/** Everything that can be typed. */
export function AnswerForm() {
  const { hooks } = draft.value;
  return (
    <form onSubmit={(event) => event.preventDefault()}>
      <div class="row">
        <EventField />
        <ToolField />
      </div>
      <FindingList findings={findings.value.filter(({ place }) => place.field === "event")} />
      {hooks.map((hook, index) => (
        <HookFields key={index} hook={hook} index={index} isOnly={hooks.length === 1} />
      ))}
      <div class="row">
        <button
          type="button"
          disabled={hooks.length >= MOST_HOOKS}
          onClick={() => change({ hooks: [...hooks, emptyHook] })}
        >
          Add a hook
        </button>
      </div>
      <PayloadField />
    </form>
  );
}

function EventField() {
  const { event } = draft.value;
  const known = [...events.map(({ name }) => name), ...foreignEvents];
  return (
    <label class="field grow">
      <span>Event</span>
      <select value={event} onChange={({ currentTarget }) => setEvent(currentTarget.value)}>
        {!known.includes(event) && <option value={event}>{event}</option>}
        <optgroup label="Common events">
          {events.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="Events of single hosts">
          {foreignEvents.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

/** A payload that was typed belongs to its event; Back brings it back. */
function setEvent(event: string): void {
  if (draft.value.payload === null) change({ event });
  else replaceDraft({ ...draft.value, event, payload: null });
}

/** A payload that was typed has its tool. */
function ToolField() {
  const { event, tool, payload } = draft.value;
  if (!hasTool(event)) return null;
  return (
    <label class="field grow">
      <span>Tool</span>
      <input
        value={tool}
        list="tools"
        disabled={payload !== null}
        placeholder={String(sampleOf({ event, tool: "" })["tool_name"])}
        spellcheck={false}
        autocomplete="off"
        onInput={(input) => change({ tool: input.currentTarget.value })}
      />
      <datalist id="tools">
        {Object.keys(toolInputs).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}

function PayloadField() {
  const typed = draft.value;
  const isBroken = payloadOf(typed) === null;
  return (
    <details class="payload" open={typed.payload !== null}>
      <summary>Payload: what the hook was given</summary>
      <label class="field">
        <span class="hidden">Payload as JSON</span>
        <textarea
          class="plain"
          rows={10}
          spellcheck={false}
          aria-invalid={isBroken}
          aria-describedby="payload-fault"
          value={typed.payload ?? JSON.stringify(sampleOf(typed), null, 2)}
          onInput={(input) => change({ payload: input.currentTarget.value })}
        />
      </label>
      <p id="payload-fault" class="fault">
        {isBroken ? "This is not a JSON object. Until it is, the event's sample is used." : ""}
      </p>
      {typed.payload !== null && (
        <button type="button" onClick={() => change({ payload: null })}>
          Back to the sample
        </button>
      )}
    </details>
  );
}

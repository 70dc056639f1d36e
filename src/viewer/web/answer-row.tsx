import { useSignal } from "@preact/signals";
import { useReady } from "./ready.js";
import { Line } from "./text.js";

/** What a question is answered with: a yes, once, or a no, with words for the model. */
export function AnswerRow({
  place,
  name,
  answer,
}: {
  /** Where it is on the page: one that has moved is not answered by a click that was meant for another. */
  place: number;
  /** What must be typed before it can be allowed, or null. */
  name: string | null;
  /** Settles once it is known what came of it. */
  answer: (decision: "allow" | "deny", text: string) => Promise<void>;
}) {
  const words = useSignal("");
  const typed = useSignal("");
  const isSent = useSignal(false);
  const isReady = useReady(place);
  const isHeld = !isReady || isSent.value;
  const send = (decision: "allow" | "deny"): void => {
    isSent.value = true;
    const text = decision === "allow" ? typed.value : words.value;
    void answer(decision, text).finally(() => (isSent.value = false));
  };
  return (
    <div class="answers">
      {name !== null && (
        <label class="typed">
          <span>
            Type <Line text={name} class="value" /> to allow it:
          </span>
          <input
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={typed.value}
            onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
          />
        </label>
      )}
      <button
        type="button"
        class="button allow"
        disabled={isHeld || (name !== null && typed.value !== name)}
        onClick={() => send("allow")}
      >
        Allow once
      </button>
      <button type="button" class="button deny" disabled={isHeld} onClick={() => send("deny")}>
        Deny
      </button>
      <input
        type="text"
        aria-label="Words for the model, with a denial"
        placeholder="with a denial: words for the model"
        value={words.value}
        onInput={({ currentTarget }) => (words.value = currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isHeld && words.value.trim() !== "") send("deny");
        }}
      />
    </div>
  );
}

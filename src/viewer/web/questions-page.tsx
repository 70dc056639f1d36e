import { useSignal } from "@preact/signals";
import type { ShownQuestion } from "../protocol.js";
import { ask } from "./api.js";
import { questions, report, said } from "./store.js";
import { Diff, Line } from "./text.js";

/** What agents wait for an answer to. The first answer counts, here or at the agent's own screen. */
export function QuestionsPage() {
  return (
    <div class="page" role="region" aria-label="Questions" tabIndex={0}>
      <p class="said" role="status">
        {said.value}
      </p>
      {questions.value.length === 0 && <p class="empty">No agent waits for an answer.</p>}
      {questions.value.map((question) => (
        <Question key={`${question.agent}/${question.id}/${question.hash}`} question={question} />
      ))}
    </div>
  );
}

function Question({ question }: { question: ShownQuestion }) {
  const words = useSignal("");
  const isSent = useSignal(false);
  const { agent, id, hash, toolName, project, session, lines, isRewritten, reasons } = question;
  const answer = (decision: "allow" | "deny"): void => {
    isSent.value = true;
    const reason = decision === "deny" ? words.value : "";
    ask("answer", { agent, id, hash, decision, reason }).then(({ why }) => {
      isSent.value = false;
      said.value =
        why === null
          ? `${decision === "allow" ? "Allowed" : "Denied"}: ${toolName}`
          : `Not counted: ${why}`;
    }, report);
  };
  return (
    <section class="question" aria-label={`Question about ${toolName}`}>
      <header>
        <h2>
          May <Line text={toolName} /> run?
        </h2>
        <span class="dim">
          <Line text={project} /> · session <Line text={session.slice(0, 12)} />
        </span>
      </header>
      {reasons.map(({ from, text }, index) => (
        <p key={index}>
          <Line text={from} class="name" />: <Line text={text} />
        </p>
      ))}
      {isRewritten && (
        <p class="dim">
          A hook has changed the input: − is what the model wrote, + is what would run.
        </p>
      )}
      <Diff lines={lines} label="The exact input" />
      <div class="answers">
        <button
          type="button"
          class="button allow"
          disabled={isSent.value}
          onClick={() => answer("allow")}
        >
          Allow once
        </button>
        <button
          type="button"
          class="button deny"
          disabled={isSent.value}
          onClick={() => answer("deny")}
        >
          Deny
        </button>
        <input
          type="text"
          aria-label="Words for the model, with a denial"
          placeholder="with a denial: words for the model"
          value={words.value}
          onInput={({ currentTarget }) => (words.value = currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && words.value.trim() !== "") answer("deny");
          }}
        />
      </div>
    </section>
  );
}

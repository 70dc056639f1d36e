import { forTerminalLine } from "../../show/index.js";
import type { ShownQuestion } from "../protocol.js";
import { AnswerRow } from "./answer-row.js";
import { ask } from "./api.js";
import { AskedInput } from "./asked-input.js";
import { FleetQuestions } from "./fleet-questions.js";
import { fleet, questions, report, said } from "./store.js";
import { Line } from "./text.js";

/** What agents wait for an answer to. The first answer counts, here or at the agent's own screen. */
export function QuestionsPage() {
  const { value: own } = questions;
  const isEmpty = own.length === 0 && (fleet.value?.waiting ?? 0) === 0;
  return (
    <div class="page" role="region" aria-label="Questions" tabIndex={0}>
      <p class="said" role="status">
        <Line text={said.value} />
      </p>
      {isEmpty && <p class="empty">No agent waits for an answer.</p>}
      {own.map((question, place) => (
        <Question
          key={`${question.agent}/${question.id}/${question.hash}`}
          question={question}
          place={place}
        />
      ))}
      {fleet.value !== null && <FleetQuestions fleet={fleet.value} above={own.length} />}
    </div>
  );
}

function Question({ question, place }: { question: ShownQuestion; place: number }) {
  const { agent, id, hash, toolName, project, session } = question;
  const answer = (decision: "allow" | "deny", reason: string): Promise<void> =>
    ask("answer", { agent, id, hash, decision, reason }).then(({ why }) => {
      said.value =
        why === null
          ? `${decision === "allow" ? "Allowed" : "Denied"}: ${toolName}`
          : `Not counted: ${why}`;
    }, report);
  return (
    <section class="question" aria-label={`Question about ${forTerminalLine(toolName)}`}>
      <header>
        <h2>
          May <Line text={toolName} /> run?
        </h2>
        <span class="dim">
          <Line text={project} /> · session <Line text={session.slice(0, 12)} />
        </span>
      </header>
      <AskedInput {...question} />
      <AnswerRow place={place} name={null} answer={answer} />
    </section>
  );
}

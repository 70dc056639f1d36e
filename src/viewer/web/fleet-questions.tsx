import { forTerminalLine } from "../../show/index.js";
import type { FleetQuestionText, ShownFleet, ShownFleetQuestion } from "../protocol.js";
import { AnswerRow } from "./answer-row.js";
import { ask } from "./api.js";
import { AskedInput } from "./asked-input.js";
import { report, said } from "./store.js";
import { Line, Time } from "./text.js";

/** What agents of the fleet wait for an answer to. `above`: how many questions are on the page before these. */
export function FleetQuestions({ fleet, above }: { fleet: ShownFleet; above: number }) {
  const { answerer, fault, waiting, questions } = fleet;
  const hidden = waiting - questions.length;
  return (
    <>
      {fault !== null && <FleetFaultLine fault={fault} />}
      {questions.length > 0 && (
        <h2 class="group">
          Questions of the fleet{" "}
          <span class="dim">
            you answer as <Line text={answerer} />
          </span>
        </h2>
      )}
      {questions.map((question, index) => {
        const version = "fault" in question.says ? "" : question.says.sha256;
        // With another text it is another card, not yet ready to be answered.
        return (
          <FleetQuestion
            key={`${question.id}/${version}`}
            question={question}
            place={above + index}
          />
        );
      })}
      {hidden > 0 && (
        <p class="dim">
          {hidden} more wait: <code>snaphook approvals</code> lists them.
        </p>
      )}
    </>
  );
}

/** That the database cannot be reached, and that somebody tries. */
export function FleetFaultLine({ fault }: { fault: string }) {
  return (
    <p class="fault" role="alert">
      The fleet cannot be reached: <Line text={fault} />. Trying again.
    </p>
  );
}

function FleetQuestion({ question, place }: { question: ShownFleetQuestion; place: number }) {
  const { id, until, says } = question;
  if (!("fault" in says)) return <Readable question={question} says={says} place={place} />;
  return (
    <section class="question" aria-label={`Question ${forTerminalLine(id.slice(0, 8))}`}>
      <header>
        <h2>
          Question <Line text={id.slice(0, 8)} />
        </h2>
        <span class="dim">
          waits until <Time time={until} />
        </span>
      </header>
      <p class="fault">
        It cannot be answered here: <Line text={says.fault} />
      </p>
    </section>
  );
}

function Readable({
  question,
  says,
  place,
}: {
  question: ShownFleetQuestion;
  says: FleetQuestionText;
  place: number;
}) {
  const { id, until, role, allowedBy } = question;
  const { sha256, toolName, machine, project, session, host, persons, protectedName } = says;
  const answer = (decision: "allow" | "deny", text: string): Promise<void> => {
    const [reason, typed] = decision === "deny" ? [text, ""] : ["", text];
    return ask("fleetAnswer", { id, sha256, decision, reason, typed }).then((answered) => {
      const { counts, text: what } = answered;
      const done = decision === "allow" ? "Allowed" : "Denied";
      said.value = counts ? `${done}: ${toolName}. ${what}` : `Not counted: ${what}`;
    }, report);
  };
  return (
    <section
      class="question"
      aria-label={`Question about ${forTerminalLine(toolName)} on ${forTerminalLine(machine)}`}
    >
      <header>
        <h2>
          May <Line text={toolName} /> run on <Line text={machine} />?
        </h2>
        <span class="dim">
          waits until <Time time={until} />
        </span>
      </header>
      <dl class="who">
        <Fact name="project" text={project} />
        <Fact name="agent" text={`${host}, session ${session}`} />
        <Fact name="asked by" text={`the database role ${role}`} />
        {persons > 1 && (
          <Fact
            name="needs"
            text={`${persons} persons; allowed by: ${allowedBy.join(", ") || "nobody yet"}`}
          />
        )}
      </dl>
      <AskedInput {...says} />
      <p class="dim">
        Your answer holds for exactly this question: <Line text={id.slice(0, 8)} />, SHA-256{" "}
        <Line text={sha256} class="value" />
      </p>
      <AnswerRow place={place} name={protectedName} answer={answer} />
    </section>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Line text={text} />
      </dd>
    </div>
  );
}

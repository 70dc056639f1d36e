import type { PortableForm, PrintedAnswer } from "../../compare/index.js";
import { forTerminal } from "../../show/index.js";
import { replaceDraft } from "./links.js";
import { compared, draft } from "./store.js";

/** The answer that most hosts understand as this one is meant. */
export function PortableBox({ portable, index }: { portable: PortableForm; index: number }) {
  const { holds, lost, differs, isGiven } = portable;
  return (
    <div class={isGiven ? "portable given" : "portable"}>
      <h3>{isGiven ? "This form is as portable as can be" : "Portable form"}</h3>
      {!isGiven && <Printed answer={portable} />}
      <Hosts words="Best possible on" hosts={holds} />
      <Hosts words="LOST on" hosts={lost} class="loss" />
      <Hosts words="Less, or stricter, on" hosts={differs} />
      {!isGiven && <UseButton answer={portable} index={index} what="the portable form" />}
    </div>
  );
}

function Hosts(given: { words: string; hosts: readonly string[]; class?: string }) {
  const { words, hosts } = given;
  return hosts.length === 0 ? null : (
    <p class={given.class}>
      {words} <b>{hosts.join(", ")}</b>
    </p>
  );
}

/** What to print, as a hook's author would write it. */
export function Printed({ answer }: { answer: PrintedAnswer }) {
  const { exit, stdout, stderr } = answer;
  return (
    <dl class="printed">
      <dt>exit</dt>
      <dd>{exit}</dd>
      {stdout !== "" && (
        <>
          <dt>stdout</dt>
          <dd>{forTerminal(indented(stdout))}</dd>
        </>
      )}
      {stderr !== "" && (
        <>
          <dt>stderr</dt>
          <dd>{forTerminal(stderr)}</dd>
        </>
      )}
    </dl>
  );
}

/** Puts an answer in place of what a hook prints. */
export function UseButton({
  answer,
  index,
  what,
}: {
  answer: PrintedAnswer;
  index: number;
  what: string;
}) {
  const use = (): void => {
    const { hooks } = draft.value;
    const { exit, stderr } = answer;
    const used = { ending: "exit", exit, stdout: indented(answer.stdout), stderr } as const;
    replaceDraft({
      ...draft.value,
      hooks: hooks.map((hook, at) => (at === index ? { ...hook, ...used } : hook)),
    });
  };
  return (
    <button
      type="button"
      class="use"
      aria-label={`Use it: ${what}`}
      // What is offered may be for what was typed a moment ago.
      disabled={compared.value.draft !== draft.value}
      onClick={use}
    >
      Use it
    </button>
  );
}

/** JSON over several lines; what is no JSON as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

import { changes, changeNames } from "../../dialects/index.js";
import {
  FAILS_OPEN,
  LOST,
  NO_EVENT,
  type ComparedHost,
  type HostAnswer,
} from "../../compare/index.js";
import { changesOf, type Reading } from "../../interpret/index.js";
import { forTerminal, forTerminalLine } from "../../show/index.js";
import { lanesOf, type Lanes } from "../who-reads.js";
import { Printed, UseButton } from "./portable-box.js";
import { compared as comparedNow } from "./store.js";

/** What one host makes of it. */
export function HostCard({ compared }: { compared: ComparedHost }) {
  const { host, title, version, event, effect, reading, hooks, didYouMean } = compared;
  return (
    <article class={`card ${toneOf(effect)}`} data-host={host} aria-label={`${title}: ${effect}`}>
      <div class="head">
        <h3>
          {title} <small>{version}</small>
        </h3>
        <span class="effect">{effect}</span>
      </div>
      {reading === null ? (
        <p class="facts">
          {didYouMean === null ? "has no such event" : `its name for this is ${didYouMean}`}
        </p>
      ) : (
        <>
          <p class="facts">{factsOf(reading, event).join(" · ")}</p>
          <Changes reading={reading} />
          {effect === LOST && hooks.every(({ loss }) => loss === null) && (
            <p class="loss">what one hook restricts is lost to another hook's answer</p>
          )}
          <WhoReads
            lanes={lanesOf(reading, comparedNow.value.draft.hooks, compared.log !== null)}
          />
          {hooks.map((answer, index) => (
            <Advice key={index} answer={answer} index={index} isOnly={hooks.length === 1} />
          ))}
        </>
      )}
    </article>
  );
}

/** By the word that a card's effect begins with. */
const tones: Readonly<Record<string, string>> = {
  [LOST]: "bad",
  [FAILS_OPEN]: "bad",
  [NO_EVENT]: "none",
  "no effect": "none",
  halts: "stop",
  blocks: "stop",
  defers: "ask",
  asks: "ask",
  allows: "allow",
};

function toneOf(effect: string): string {
  const begin = Object.keys(tones).find((word) => effect.startsWith(word));
  return begin === undefined ? "add" : (tones[begin] ?? "add");
}

function factsOf(reading: Reading, event: string | null): readonly string[] {
  return [
    event ?? "",
    reading.outcome,
    ...(reading.permission === "none" ? [] : [`permission ${reading.permission}`]),
    ...(reading.failed ? ["the hook failed"] : []),
  ];
}

function Changes({ reading }: { reading: Reading }) {
  const made = changesOf(reading);
  return changeNames
    .filter((name) => made[name] !== undefined)
    .map((name) => {
      const value = made[name];
      return (
        <p key={name} class="change">
          <b>{changes[name].title}</b>{" "}
          <code>{forTerminal(typeof value === "string" ? value : JSON.stringify(value))}</code>
        </p>
      );
    });
}

const laneNames: Readonly<Record<keyof Lanes, string>> = {
  user: "User",
  model: "Model",
  log: "Log only",
  nobody: "Nobody",
};

function WhoReads({ lanes }: { lanes: Lanes }) {
  return (
    <dl class="lanes">
      {Object.entries(laneNames).map(([lane, name]) => {
        const texts = lanes[lane as keyof Lanes];
        return (
          <div key={lane} class={texts.length === 0 ? `${lane} empty` : lane}>
            <dt>{name}</dt>
            <dd>
              {texts.length === 0
                ? "–"
                : texts.map((text, index) => <p key={index}>{forTerminal(text)}</p>)}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** What is lost of one hook's answer on this host, and what to print instead. */
function Advice({ answer, index, isOnly }: { answer: HostAnswer; index: number; isOnly: boolean }) {
  const { loss, ignored, instead, fix, unseen, host } = answer;
  if (loss === null && ignored.length === 0 && fix === null && unseen === null) return null;
  return (
    <div class="advice">
      {!isOnly && <h4>Hook {index + 1}</h4>}
      {loss !== null && <p class="loss">{forTerminalLine(loss)}</p>}
      {ignored.length > 0 && <p>ignored: {forTerminalLine(ignored.join(", "))}</p>}
      {unseen !== null && <p>{forTerminalLine(unseen)}</p>}
      {fix !== null && instead === null && (
        <p>
          <b>Fix:</b> {forTerminalLine(fix)}
        </p>
      )}
      {instead !== null && (
        <details>
          <summary>What to print for {host}</summary>
          <Printed answer={instead} />
          <UseButton answer={instead} index={index} what={`the answer for ${host}`} />
        </details>
      )}
    </div>
  );
}

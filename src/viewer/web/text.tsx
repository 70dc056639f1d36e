import type { ComponentChildren } from "preact";
import type { RowOutcome } from "../../recorded/index.js";
import { forTerminal, forTerminalLine } from "../../show/index.js";

/** A text of somebody else's on one line: what would act or hide is spelled out. */
export function Line({ text, class: name }: { text: string; class?: string }) {
  return <bdi class={name}>{forTerminalLine(text)}</bdi>;
}

const LONGEST = 20_000;

/** A text of somebody else's as it was written, as much of it as a person reads. */
export function Block({ text, label }: { text: string; label: string }) {
  const shown = forTerminal(text.slice(0, LONGEST)).replace(/\n+$/, "");
  return (
    <pre class="text" tabIndex={0} aria-label={forTerminalLine(label)}>
      {shown}
      {text.length > LONGEST && (
        <span class="dim">
          {"\n"}… {text.length - LONGEST} more characters; snaphook trace show --json has all of
          them
        </span>
      )}
    </pre>
  );
}

/** Lines of which some were put there or taken away. They are safe to show already. */
export function Diff({
  lines,
  label,
}: {
  lines: readonly { readonly mark: " " | "+" | "-"; readonly text: string }[];
  label: string;
}) {
  return (
    <pre class="text diff" tabIndex={0} aria-label={label}>
      {lines.map(({ mark, text }, index) => (
        <div key={index} class={mark === "+" ? "added" : mark === "-" ? "removed" : undefined}>
          <span class="hidden">{mark === "+" ? "added: " : mark === "-" ? "removed: " : ""}</span>
          <span aria-hidden="true">{mark} </span>
          {text}
        </div>
      ))}
    </pre>
  );
}

export function Outcome({ outcome }: { outcome: RowOutcome }) {
  return <span class={`outcome ${outcome}`}>{outcome}</span>;
}

/** A part of a page with its title. */
export function Section({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ComponentChildren;
}) {
  return (
    <section class="section">
      <h2>
        {title}
        {note !== undefined && <span class="dim"> {note}</span>}
      </h2>
      {children}
    </section>
  );
}

const two = (number: number): string => String(number).padStart(2, "0");

/** The time of day where the reader is. */
function timeOfDay(date: Date): string {
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
}

/** The day, where it is not today; with its year, where that is not this one's. */
function dayOf(date: Date): string {
  const now = new Date();
  if (date.toDateString() === now.toDateString()) return "";
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return date.getFullYear() === now.getFullYear() ? day : `${date.getFullYear()}-${day}`;
}

/** A time where the reader is, with its day where that is not today. */
export function clock(time: string | number): string {
  const date = new Date(time);
  return `${dayOf(date)} ${timeOfDay(date)}`.trim();
}

export function Time({ time }: { time: string }) {
  const date = new Date(time);
  return (
    <time class="time" dateTime={time} title={date.toLocaleString()}>
      <span class="day">{dayOf(date)} </span>
      {timeOfDay(date)}
    </time>
  );
}

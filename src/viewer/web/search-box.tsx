import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { outcomeColours } from "../../recorded/index.js";
import { forTerminalLine } from "../../show/index.js";
import { filterWords, readSearch, writeSearch } from "../search-words.js";
import { Line } from "./text.js";
import { fault, names, search } from "./store.js";

const times = ["15m", "2h", "today", "yesterday", "7d"];
const MOST = 12;

/** What may follow the beginning of a word. */
function completionsOf(word: string): readonly string[] {
  const [name = "", value] = word.split(":", 2);
  if (value === undefined)
    return filterWords.filter((one) => name !== "" && one.startsWith(name)).map((one) => `${one}:`);
  const known: Readonly<Record<string, readonly string[]>> = {
    session: names.value?.sessions ?? [],
    event: names.value?.events ?? [],
    tool: names.value?.tools ?? [],
    hook: names.value?.hooks ?? [],
    problem: names.value?.problems ?? [],
    outcome: Object.keys(outcomeColours),
    since: times,
    until: times,
    is: ["failed", "here"],
  };
  const begin = value.replace(/^"/, "").toLowerCase();
  return (known[name] ?? [])
    .filter((one) => one.toLowerCase().includes(begin) && one !== value)
    .slice(0, MOST)
    .map((one) => `${name}:${/\s/.test(one) ? `"${one}"` : one}`);
}

/** The one box: filters with completion, and text. Below it each filter as a chip that can be taken away. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const isOpen = useSignal(false);
  const chosen = useSignal(-1);
  const typed = search.value;
  const last = /(?:[a-z]+:"[^"]*|\S*)$/.exec(typed)?.[0] ?? "";
  const found = isOpen.value ? completionsOf(last) : [];
  const take = (completion: string): void => {
    const isWord = completion.endsWith(":");
    search.value = `${typed.slice(0, typed.length - last.length)}${completion}${isWord ? "" : " "}`;
    chosen.value = -1;
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const picked = found[chosen.value];
    if (event.key === "ArrowDown" && found.length > 0)
      chosen.value = (chosen.value + 1) % found.length;
    else if (event.key === "ArrowUp" && found.length > 0)
      chosen.value = ((chosen.value + found.length) % (found.length + 1)) - 1;
    else if (event.key === "Enter" && picked !== undefined) take(picked);
    else if (event.key === "Tab" && found.length > 0 && !event.shiftKey)
      take(picked ?? found[0] ?? "");
    else if (event.key === "Enter" || event.key === "Escape") {
      if (isOpen.value && found.length > 0 && event.key === "Escape") isOpen.value = false;
      else document.getElementById("events")?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const { filters, text } = readSearch(typed);
  return (
    <div class="search" role="search">
      <input
        id="search"
        ref={input}
        type="text"
        role="combobox"
        aria-label="Search events"
        aria-expanded={found.length > 0}
        aria-controls="completions"
        aria-autocomplete="list"
        aria-activedescendant={chosen.value < 0 ? undefined : `completion-${chosen.value}`}
        autocomplete="off"
        spellcheck={false}
        placeholder="tool:Bash  outcome:block  hook:…  since:2h  any text"
        value={typed}
        onInput={({ currentTarget }) => {
          search.value = currentTarget.value;
          isOpen.value = true;
          chosen.value = -1;
        }}
        onFocus={() => (isOpen.value = true)}
        onBlur={() => (isOpen.value = false)}
        onKeyDown={onKeyDown}
      />
      <kbd aria-hidden="true">/</kbd>
      <ul id="completions" role="listbox" aria-label="Completions" hidden={found.length === 0}>
        {found.map((completion, index) => (
          <li
            key={completion}
            id={`completion-${index}`}
            role="option"
            aria-selected={index === chosen.value}
            onMouseDown={(event) => {
              event.preventDefault();
              take(completion);
            }}
          >
            <Line text={completion} />
          </li>
        ))}
      </ul>
      {filters.length > 0 && (
        <div class="chips">
          {filters.map(({ word, value }, index) => (
            <button
              type="button"
              class="chip"
              key={`${word}:${value}:${index}`}
              aria-label={forTerminalLine(`Remove ${word} ${value}`)}
              onClick={() => {
                search.value = writeSearch({
                  text,
                  filters: filters.filter((_, other) => other !== index),
                });
              }}
            >
              <span class="dim">{word}</span> <Line text={value} />{" "}
              <span aria-hidden="true">×</span>
            </button>
          ))}
          <button type="button" class="chip clear" onClick={() => (search.value = "")}>
            clear all
          </button>
        </div>
      )}
      {fault.value !== "" && (
        <p class="fault" role="alert">
          <Line text={fault.value} />
        </p>
      )}
    </div>
  );
}

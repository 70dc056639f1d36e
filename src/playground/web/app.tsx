import { FAILS_OPEN, LOST, sentenceOf } from "../../compare/index.js";
import { AnswerForm } from "./answer-form.js";
import { HostCard } from "./host-card.js";
import { copyLink, linkNotice, replaceDraft } from "./links.js";
import { compared } from "./store.js";
import { examples } from "../examples.js";

export function App() {
  return (
    <>
      <a class="skip" href="#results" onClick={toResults}>
        Skip to what hosts do
      </a>
      <Header />
      <Sentence />
      <main>
        <section class="answer" aria-label="What the hook answers">
          <AnswerForm />
        </section>
        <Results />
      </main>
      <footer>
        Everything is computed in this page: nothing is sent anywhere. Hosts are read by the same
        code as <code>snaphook explain --hosts</code>.
      </footer>
    </>
  );
}

/** The address is the draft's: a link may not change it. */
function toResults(event: Event): void {
  event.preventDefault();
  document.querySelector<HTMLElement>("#results")?.focus();
}

function Header() {
  return (
    <header>
      <h1>
        Hook playground <small>what every agent makes of a hook's answer</small>
      </h1>
      <div class="tools">
        <select
          aria-label="Load an example"
          value=""
          onChange={(event) => loadExample(event.currentTarget)}
        >
          <option value="">Examples…</option>
          {Object.keys(examples).map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <button type="button" class="main" onClick={() => void copyLink()}>
          Copy link
        </button>
      </div>
      <p class="notice" role="status">
        {linkNotice.value}
      </p>
    </header>
  );
}

function loadExample(select: HTMLSelectElement): void {
  const chosen = examples[select.value];
  select.value = "";
  if (chosen !== undefined) replaceDraft(chosen);
}

/** Which hosts do what, always in sight. */
function Sentence() {
  const words = sentenceOf(compared.value.hosts.filter(({ isOwn }) => !isOwn));
  return (
    <p class="sentence" role="status">
      {words
        .split(alarming)
        .map((part, index) => (index % 2 === 0 ? part : <strong key={index}>{part}</strong>))}
    </p>
  );
}

const alarming = new RegExp(`\\b(${LOST}|${FAILS_OPEN})\\b`);

function Results() {
  const { hosts } = compared.value;
  const foreign = hosts.filter(({ isOwn }) => !isOwn);
  const own = hosts.filter(({ isOwn }) => isOwn);
  return (
    <section class="results" id="results" tabIndex={-1} aria-label="What hosts do">
      <h2>Hosts</h2>
      <div class="cards">
        {foreign.map((one) => (
          <HostCard key={one.host} compared={one} />
        ))}
      </div>
      <h2>Snaphook and its dialects</h2>
      <div class="cards">
        {own.map((one) => (
          <HostCard key={one.host} compared={one} />
        ))}
      </div>
    </section>
  );
}

import type * as Bash from "unbash";
import { shellPath } from "./shell-paths.js";
import { interpreters, shells, type CommandWord } from "./shell-tables.js";
import { spanOf } from "./shell-words.js";
import { startedWord } from "./started-word.js";
import type {
  Expression,
  FilePath,
  Include,
  NestedCode,
  StartedFile,
  Statement,
} from "./syntax.js";

const TESTED = /-[xferLs]\s+("[^"\n]{1,200}"|'[^'\n]{1,200}'|[^\s\]"';]{1,200})/g;

/** Other files that a shell script names: those that it takes in, and those that it starts. */
export class ShellFiles {
  readonly includes: Include[] = [];
  readonly starts: StartedFile[] = [];
  /** What names are set to, as it is written. */
  private readonly texts = new Map<string, string>();
  private readonly tested: ReadonlySet<string>;
  /** Where the script has gone by `cd`: "" where it was started, null where that is not known. */
  folder: FilePath | null = "";

  constructor(source: string) {
    this.tested = new Set(Array.from(source.matchAll(TESTED), ([, word = ""]) => plain(word)));
  }

  assign(name: string, text: string): void {
    if (!this.texts.has(name)) this.texts.set(name, text);
  }

  /** `source lib.sh` */
  include(file: CommandWord | undefined, command: Bash.Command): Statement[] {
    const path = file === undefined ? null : this.placed(shellPath(file.word.text, this.texts));
    if (file === undefined || path === null) return [];
    const isOptional = this.tested.has(plain(file.word.text)) || command.redirects.length > 0;
    // Authors mean the folder of the script, even where the shell looks in that of the session.
    const paths = /^[@$/~]/.test(path) ? [path] : [path, `@/${path}`];
    const include: Include = { kind: "source", paths, names: [], at: spanOf(command), isOptional };
    this.includes.push(include);
    return [{ s: "include", include }];
  }

  /** A file that is started: its code is followed. */
  started(
    words: readonly Bash.Word[],
    args: readonly CommandWord[],
    { command, isTail, input }: StartContext,
  ): NestedCode | null {
    if (words[0]?.text === "cd") this.go(words[1]);
    const started = startedWord(words);
    if (started === null || started.folder !== null) return null;
    const { word, interpreter } = started;
    const written = shellPath(word.text, this.texts);
    // `$PYTHON`: a program, and no file of the project.
    if (written === null || (interpreter === null && !written.includes("/"))) return null;
    const path = this.placed(written);
    if (path === null) return null;
    const at = spanOf(command);
    this.starts.push({ path, interpreter, at, isTested: this.tested.has(plain(word.text)) });
    // What it reads then is something else.
    const isFed = command.redirects.some(
      ({ type, operator }) => type !== "Redirect" || operator.startsWith("<"),
    );
    if (isFed) return null;
    const language = shells.has(interpreter ?? "") ? "shell" : interpreters[interpreter ?? ""];
    return {
      language: language ?? "unknown",
      source: "",
      path,
      offset: null,
      at,
      args: args.filter((arg) => arg.word !== word).map(({ value }) => value),
      isTail,
      input,
      hasStdin: true,
      isSpliced: false,
    };
  }

  /** What is read does not change the folder of what comes after it: a subshell, a function. */
  apart<Read>(read: () => Read): Read {
    const { folder } = this;
    const done = read();
    this.folder = folder;
    return done;
  }

  /** What is read is not done in any case: where it goes elsewhere, the folder is not known any more. */
  maybe<Read>(read: () => Read): Read {
    const { folder } = this;
    const done = read();
    if (this.folder !== folder) this.folder = null;
    return done;
  }

  private go(word: Bash.Word | undefined): void {
    const to = word === undefined || word.text === "-" ? null : `${word.text}/`;
    const path = to === null ? null : this.placed(shellPath(to, this.texts));
    this.folder = path === null ? null : path.replace(/\/+$/, "");
  }

  /** A path, in the folder in which the script is by then. */
  private placed(path: FilePath | null): FilePath | null {
    if (path === null || this.folder === "" || /^[@$/~]/.test(path)) return path;
    return this.folder === null ? null : `${this.folder}/${path}`;
  }
}

interface StartContext {
  readonly command: Bash.Command;
  readonly isTail: boolean;
  readonly input: Expression | null;
}

function plain(word: string): string {
  return word.replaceAll(/["']/g, "");
}

/** All that help, the argument parser and the reference page need to know of a command. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly usage: string;
  readonly details: string;
  /** What each option does, by the option as it is written: `--exit N` takes a value, `--json` is a switch. */
  readonly options: Readonly<Record<string, string>>;
  /** Options that may be given several times. */
  readonly many?: readonly string[];
  /** Options that also have a letter: `-f` for `--follow`. */
  readonly short?: Readonly<Record<string, string>>;
  /** What may follow it, for completion; the names of events or of hosts. */
  readonly words?: readonly string[] | "events" | "hosts";
  /** `--dialect` may name a foreign host. */
  readonly readsHosts?: true;
  /** What each example shows, by its command line. */
  readonly examples: Readonly<Record<string, string>>;
}

/** Where a host does not run a guard at all, or drops it without a word: no fault of the guard's own. */
export interface HostAbsence {
  /** A short name for it. */
  readonly where:
    | "here"
    | "untrusted"
    | "turned-off"
    | "start-option"
    | "settings-dropped"
    | "replaced"
    | "headless"
    | "http"
    | "other-tool";
  /** One sentence. */
  readonly says: string;
  /** Only on these events, by the host's names. */
  readonly events?: readonly string[];
  /** Only in these versions. */
  readonly versions?: readonly string[];
}

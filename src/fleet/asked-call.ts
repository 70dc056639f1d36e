/** A call that the fleet is asked about. */
export interface AskedCall {
  readonly tool: string;
  /** As it would run. */
  readonly input: unknown;
  /** As the model wrote it, where hooks have changed it. */
  readonly original: unknown;
  /** Who asks and why. */
  readonly reasons: readonly { readonly from: string; readonly text: string }[];
  /** The agent: `snaphook`, or the name of a host. */
  readonly host: string;
  readonly session: string;
  readonly project: string;
  /** Where the agent is, which paths of the input are relative to; the project where it is not known. */
  readonly cwd?: string | undefined;
}

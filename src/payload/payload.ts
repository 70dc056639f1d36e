/**
 * What a hook gets from the host, as JSON on its stdin. Hosts add fields of their own;
 * the ones that Snaphook reads itself are named here. Full schemas: payload/schemas.ts.
 */
export interface Payload {
  readonly hook_event_name?: string;
  readonly session_id?: string;
  readonly cwd?: string;
  readonly tool_name?: string;
  readonly tool_input?: unknown;
  readonly prompt?: string;
  readonly [field: string]: unknown;
}

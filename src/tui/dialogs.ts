import type { AgentSession } from "../session/index.js";
import type { DialogKind, OpenDialog } from "./dialog.js";
import { permissionDialog } from "./permission-dialog.js";
import { trustDialog } from "./trust-dialog.js";

/** Every kind of dialog. Where several are open the first one here is shown, and the others stay as they are. */
const kinds = [trustDialog, permissionDialog] as const;

type DialogOf<Kind> =
  Kind extends DialogKind<infer Open extends OpenDialog, infer _> ? Open : never;

/** A dialog that is open, with what the user has done to it so far. */
export type Dialog = DialogOf<(typeof kinds)[number]>;

type AnyKind = DialogKind<Dialog, unknown>;

/** Each is only ever given its own dialogs: by their type, which the compiler cannot follow here. */
const table = kinds as readonly unknown[] as readonly AnyKind[];
const byType = new Map(table.map((kind) => [kind.type, kind]));

export function kindOf({ type }: Dialog): AnyKind {
  return byType.get(type) as AnyKind;
}

/** The open dialogs, with one of a type put in, changed or taken out. There is one of a type at most. */
export function withDialog(
  open: readonly Dialog[],
  type: Dialog["type"],
  next: (before: Dialog | null) => Dialog | null,
): readonly Dialog[] {
  return table.flatMap((kind) => {
    const before = open.find((dialog) => dialog.type === kind.type) ?? null;
    return (kind.type === type ? next(before) : before) ?? [];
  });
}

/** Brings what the session asks for into the open dialogs, until what it gives back is called. */
export function followDialogs(
  session: AgentSession,
  change: (next: (open: readonly Dialog[]) => readonly Dialog[]) => void,
  now: () => number,
): () => void {
  const ends = table.map((kind) =>
    kind.follow(session, (next) => change((open) => withDialog(open, kind.type, next)), now),
  );
  return () => {
    for (const end of ends) end();
  };
}

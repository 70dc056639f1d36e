import type { ChildProcess } from "node:child_process";
import { subscribe } from "node:diagnostics_channel";

const children = new Set<ChildProcess>();

// What a thread has started and not seen end would stay a zombie until the host ends.
subscribe("child_process", (message) => {
  const { process: child } = message as { readonly process: ChildProcess };
  children.add(child);
  child.once("exit", () => children.delete(child));
  child.once("error", () => child.pid === undefined && children.delete(child));
});

const LONGEST_MS = 10_000;

/** Resolves once every process that this thread has started is gone, or after a while. */
export async function childrenLeft(): Promise<void> {
  const ends = [...children].map(
    (child) =>
      new Promise<void>((resolve) => {
        child.ref();
        child.once("exit", () => resolve());
      }),
  );
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_MS);
  });
  await Promise.race([Promise.all(ends), late]);
  clearTimeout(timer);
}

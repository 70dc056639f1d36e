const LONGEST_WAIT_MS = 5000;

/** What a store has said, or why nothing is known. */
export type StoreAnswer<Value> =
  | { readonly value: Value; readonly fault: null }
  | { readonly value: null; readonly fault: string };

/** Asks a store for something; at once where it answers at once. Never throws: whatever goes wrong is a fault. */
export function askStore<Value>(
  ask: () => Value | PromiseLike<Value>,
  faultOf: (given: unknown) => string | null,
): StoreAnswer<Value> | Promise<StoreAnswer<Value>> {
  const check = (given: Value): StoreAnswer<Value> => {
    const fault = faultOf(given);
    return fault === null ? { value: given, fault } : { value: null, fault: `the store ${fault}` };
  };
  try {
    const given = ask();
    return isPromise(given) ? soon(given).then(check).catch(failed) : check(given);
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): StoreAnswer<never> {
  return { value: null, fault: messageOf(error) };
}

/** Has a store do something; done at once where it does it at once. Rejects where it fails. */
export async function writeToStore(write: () => unknown): Promise<void> {
  const done = write();
  if (isPromise(done)) await soon(done);
}

export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof (value as Partial<PromiseLike<Value>> | null | undefined)?.then === "function";
}

/** The same promise with an end to waiting. */
async function soon<Value>(promise: PromiseLike<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const why = `the store gave no answer within ${LONGEST_WAIT_MS / 1000} seconds`;
    timer = setTimeout(() => reject(new Error(why)), LONGEST_WAIT_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text === "" ? "the store failed without a reason" : text;
}

import { useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

const READY_MS = 1000;

/** False for a moment after something has appeared or moved: a click that was meant for something else does nothing. */
export function useReady(...what: readonly unknown[]): boolean {
  const isReady = useSignal(false);
  useLayoutEffect(() => {
    isReady.value = false;
    const timer = setTimeout(() => (isReady.value = true), READY_MS);
    return () => clearTimeout(timer);
  }, what);
  return isReady.value;
}

import { canonicalEvent } from "../../hosts/index.js";
import type { FoundEvent } from "../../ledger-query/index.js";
import type { HostsOfHook } from "../../viewer/index.js";
import { everyReading } from "../../compare/index.js";

/** What every host would make of what each hook of an event printed. */
export function hostsOfEvent({ event, payload, hooks }: FoundEvent): readonly HostsOfHook[] {
  return hooks.flatMap(({ name, ran, run, async }) => {
    if (!ran || run === undefined || async === true) return [];
    const answers = everyReading(canonicalEvent(event), payload, run);
    return [
      {
        hook: name,
        hosts: answers.map(({ host, effect, lost, loss, fix, didYouMean }) => ({
          host,
          effect,
          lost,
          note:
            loss ?? fix ?? (didYouMean === null ? "" : `its name for this event is ${didYouMean}`),
        })),
      },
    ];
  });
}

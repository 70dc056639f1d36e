/** Codes for what a foreign host does otherwise than the hook wanted. */
export const hostCatalogue = {
  "host-deny-lost": {
    severity: "error",
    title: "This host lets go what the hook wanted to stop",
    happens:
      "The hook restricts, and the host does not read it so: the operation goes on. What was found and what was lost is told.",
    fix: "Block in the form that most hosts read: exit code 2, the reason on stderr, nothing on stdout. Where that is what was lost, this host cannot block here: guard at another event.",
  },
  "host-output-void": {
    severity: "error",
    title: "This host drops the whole answer",
    happens: "One thing in the answer is not as the host wants it, and nothing of it counts.",
    fix: "Print what this host reads and nothing else; `snaphook explain --hosts` shows what that is.",
  },
  "host-fails-open": {
    severity: "warning",
    title: "The hook gave no answer, and this host goes on without it",
    happens:
      "It did not start, timed out, was killed or ended with an error code. The operation goes on unchecked.",
    fix: "Where the host has a switch for it (`onFailure`, `failClosed`), turn it on; else make the hook sure to answer.",
  },
  "host-ignores-field": {
    severity: "warning",
    title: "This host does not read this field here",
    happens: "The field has no effect on this event.",
    fix: "Use what this host reads on this event; the matrix of hosts lists it.",
  },
  "host-blocks-unasked": {
    severity: "warning",
    title: "This host blocks although the hook did not say so",
    happens:
      "What the hook printed, or how it ended, is a block for this host. The operation does not happen.",
    fix: "To have no opinion, print nothing and end with exit code 0: every host reads that so.",
  },
  "host-order-decides": {
    severity: "warning",
    title: "Which hook counts depends on which ends last",
    happens:
      "Several hooks said different things, and this host takes the first or the last to end. Another run may end otherwise.",
    fix: "Let one hook decide, or put the decisions into one hook.",
  },
  "host-event-unknown": {
    severity: "warning",
    title: "The other host has no such event",
    happens: "The event keeps its name. A hook that waits for another name does not act on it.",
    fix: "Attach the hook to an event that both hosts have; `snaphook hosts` lists them.",
  },
  "host-payload-unknown": {
    severity: "warning",
    title: "A part of the payload cannot be said in the other host's words",
    happens:
      "It stays as the first host wrote it. A hook that looks for the other form does not find it.",
    fix: "Let the hook read this form as well, or write it for this host.",
  },
  "host-config-dropped": {
    severity: "error",
    title: "This host drops the whole file",
    happens:
      "One thing in the file is not as the host wants it, and none of the file's hooks run, the right ones neither. Most hosts say nothing of it.",
    fix: "Mend what stands at the place named; until then the guards in the file do not guard.",
  },
  "host-config-ignored": {
    severity: "error",
    title: "This host never runs this hook",
    happens:
      "The entry is wrong, its event or type is unknown there, its matcher or condition never fits, or a switch turns it off. The other hooks run.",
    fix: "Give the key named by the path one of the allowed values, approve the hook in the host where it waits for that, or remove the entry.",
  },
  "host-config-doubled": {
    severity: "warning",
    title: "This host runs the hooks of two files of one layer",
    happens: "Both forms of its settings stand side by side, and the hooks of both run.",
    fix: "Keep the hooks in one of the two files.",
  },
  "host-config-replaced": {
    severity: "warning",
    title: "One of two entries that mean the same does not count",
    happens:
      "The host takes both for one: the same hook in two places, or a key that stands twice. Which one counts is told; its timeout and its answer to failures count too, even where they are weaker.",
    fix: "Write it once, in the place that nobody else can change.",
  },
  "host-config-unread": {
    severity: "warning",
    title: "Snaphook does not see all that this host sees here",
    happens:
      "The file has a part or a form that Snaphook does not read. The host may run hooks that are not listed, or leave out some that are.",
    fix: "Look at the file yourself, or move the hooks into the JSON file that the host reads as well.",
  },
} as const;

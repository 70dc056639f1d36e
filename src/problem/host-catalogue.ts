/** Codes for what a foreign host does otherwise than the hook wanted. */
export const hostCatalogue = {
  "host-deny-lost": {
    severity: "error",
    title: "This host lets go what the hook wanted to stop",
    happens:
      "The hook restricts, and the host does not read it so: the operation goes on. What was found and what was lost is told.",
    fix: "Block in the form that every host reads: exit code 2, the reason on stderr, nothing on stdout.",
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
} as const;

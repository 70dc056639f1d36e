/** Codes for what a foreign host does otherwise than the hook wanted. */
export const hostCatalogue = {
  "host-deny-lost": {
    severity: "error",
    title: "The hook tried to block, but this host does not",
    happens:
      "The hook restricts in a form that this host ignores, so the operation happens anyway. The problem names what was found and what was lost.",
    fix: "Use the form that most hosts read: exit code 2, the reason on stderr, nothing on stdout. If that is what was lost, this host cannot block here: use another event.",
  },
  "host-output-void": {
    severity: "error",
    title: "This host drops the whole answer",
    happens: "One part of the answer is not what the host expects, so it ignores all of it.",
    fix: "Print only what this host reads; `snaphook explain --hosts` shows what that is.",
  },
  "host-fails-open": {
    severity: "warning",
    title: "The hook gave no answer, and this host continues without it",
    happens:
      "It did not start, timed out, was killed or ended with an error code. The operation happens unchecked.",
    fix: "If the host has a setting for it (`onFailure`, `failClosed`), use it. Otherwise make sure the hook always returns an answer.",
  },
  "host-ignores-field": {
    severity: "warning",
    title: "This host does not read this field here",
    happens: "The field has no effect on this event.",
    fix: "Use a field that this host reads on this event; `snaphook hosts` lists them.",
  },
  "host-blocks-unasked": {
    severity: "warning",
    title: "This host blocks although the hook did not say so",
    happens:
      "What the hook printed, or how it ended, is a block for this host. The operation does not happen.",
    fix: "To decide nothing, print nothing and end with exit code 0: every host reads that the same way.",
  },
  "host-order-decides": {
    severity: "warning",
    title: "Which hook counts depends on which ends last",
    happens:
      "Several hooks gave different answers, and this host uses the one that ends first or last. Another run may have another result.",
    fix: "Make the decision in one hook.",
  },
  "bridge-incomplete": {
    severity: "error",
    title: "A host does not fire all events at Snaphook",
    happens:
      "The file of the host was written before there were hooks for this event: hooks of the project, of the user or of the policy do not run there.",
    fix: "Run `snaphook bridge install HOST` in the project.",
  },
  "host-event-unknown": {
    severity: "warning",
    title: "The other host has no such event",
    happens: "The event keeps its name. A hook that expects another name ignores it.",
    fix: "Attach the hook to an event that both hosts have; `snaphook hosts` lists them.",
  },
  "host-payload-unknown": {
    severity: "warning",
    title: "Part of the payload has no equivalent in the other host",
    happens: "It is passed on unchanged. A hook that expects the other form does not find it.",
    fix: "Make the hook read this form too, or write it for this host.",
  },
  "host-config-dropped": {
    severity: "error",
    title: "This host drops the whole file",
    happens:
      "One error in the file makes the host ignore all of it: no hook in it runs. Most hosts do not report this.",
    fix: "Fix the error at the given place. Until then, no hook in this file runs.",
  },
  "host-config-ignored": {
    severity: "error",
    title: "This host never runs this hook",
    happens:
      "The entry is invalid, the host does not know its event or type, its matcher or condition never matches, or a setting disables it. The other hooks run.",
    fix: "Change the key that the path names to one of the allowed values, approve the hook in the host if it needs approval, or remove the entry.",
  },
  "host-config-doubled": {
    severity: "warning",
    title: "This host runs the hooks of two files of one layer",
    happens: "Both forms of its settings exist, and the hooks of both run.",
    fix: "Keep the hooks in one of the two files.",
  },
  "host-config-replaced": {
    severity: "warning",
    title: "One of two equal entries has no effect",
    happens:
      "The host treats both as one: the same hook in two places, or a key that appears twice. The problem names the one that applies; its timeout and its handling of failures apply too, even if they are weaker.",
    fix: "Write it once, in the file that nobody else can change.",
  },
  "host-config-unread": {
    severity: "warning",
    title: "Snaphook cannot read all of this host's settings",
    happens:
      "Snaphook does not read a part or a form of the file. The host may run hooks that are not listed, or skip some that are.",
    fix: "Look at the file yourself, or move the hooks into the JSON file that the host reads as well.",
  },
} as const;

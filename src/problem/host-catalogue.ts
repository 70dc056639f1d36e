/** Codes for what a foreign host does otherwise than the hook wanted. */
export const hostCatalogue = {
  "host-deny-lost": {
    severity: "error",
    title: "The hook tried to restrict, but this host goes ahead anyway",
    happens:
      "The answer blocks, asks or stops, but this host does not read it that way: the operation happens. The path names what is ignored.",
    fix: "Block in the form that most hosts read: exit code 2, the reason on stderr, nothing on stdout. If that is what was lost, this host cannot block here: use another event. `snaphook explain EVENT --hosts` shows what to print.",
  },
  "host-output-void": {
    severity: "error",
    title: "This host drops the whole answer",
    happens: "One thing in the answer is not what this host expects, so nothing in it counts.",
    fix: "Print only what this host reads; `snaphook explain EVENT --hosts` shows it.",
  },
  "host-fails-open": {
    severity: "warning",
    title: "The hook gave no answer, and this host goes ahead without it",
    happens:
      "The hook did not start, timed out, was killed or ended with an error code. The operation happens unchecked.",
    fix: 'If the host has a setting for it (`"onFailure": "block"`, `"failClosed": true`), turn it on. Otherwise make sure the hook always returns an answer.',
  },
  "host-ignores-field": {
    severity: "warning",
    title: "This host does not read this field here",
    happens: "The field has no effect on this event.",
    fix: "Use a field that this host reads on this event; `snaphook hosts NAME` lists them.",
  },
  "host-blocks-unasked": {
    severity: "warning",
    title: "This host blocks although the hook did not ask for it",
    happens:
      "This host reads what the hook printed, or its exit code, as a block. The operation does not happen.",
    fix: "To have no opinion, print nothing and exit with 0; every host understands that.",
  },
  "host-order-decides": {
    severity: "warning",
    title: "The result depends on which hook ends last",
    happens:
      "Several hooks disagree, and this host takes the first or the last to end. Another run may have another result.",
    fix: "Let one hook decide, or put the decisions into one hook.",
  },
  "host-event-unknown": {
    severity: "warning",
    title: "The other host has no such event",
    happens: "The event keeps its name. A hook that expects another name does nothing.",
    fix: "Attach the hook to an event that both hosts have; `snaphook hosts` lists them.",
  },
  "host-payload-unknown": {
    severity: "warning",
    title: "A part of the payload cannot be translated for the other host",
    happens:
      "It stays as the first host wrote it. A hook that expects the other form does not find it.",
    fix: "Let the hook read this form as well, or write the hook for this host.",
  },
  "host-config-dropped": {
    severity: "error",
    title: "This host drops the whole file",
    happens:
      "One thing in the file is not what the host expects, so none of its hooks run, not even the correct ones. Most hosts do not report it.",
    fix: "Fix the entry that is named here. Until then, no hook in this file runs.",
  },
  "host-config-ignored": {
    severity: "error",
    title: "This host never runs this hook",
    happens:
      "The entry is wrong, the host does not know its event or type, its matcher or condition never matches, or a setting turns it off. The other hooks run.",
    fix: "Change the key that is named here to one of the allowed values, or remove this entry. If the host waits for approval, approve the hook there.",
  },
  "host-config-doubled": {
    severity: "warning",
    title: "This host runs the hooks of two files of one layer",
    happens: "Both forms of its settings exist side by side, and the hooks of both run.",
    fix: "Keep the hooks in one of the two files.",
  },
  "host-config-replaced": {
    severity: "warning",
    title: "One of two entries that mean the same has no effect",
    happens:
      "The host treats both as one: the same hook in two places, or a key that is there twice. The message says which one counts; its timeout and failure setting count too, even if they are weaker.",
    fix: "Write it once, in the place that nobody else can change.",
  },
  "host-config-unread": {
    severity: "warning",
    title: "Snaphook does not see everything that this host sees here",
    happens:
      "The file has a part or a form that Snaphook does not read. The host may run hooks that are not listed, or leave out some that are.",
    fix: "Check the file yourself, or move the hooks into the JSON file that the host reads as well.",
  },
} as const;

const MOST_REPEATS = 8;

/** One letter for what stands for many. */
const classes: Readonly<Record<string, string>> = {
  s: " ",
  S: "x",
  d: "1",
  D: "x",
  w: "a",
  W: " ",
  b: "",
  B: "",
  n: "\n",
  t: "\t",
  r: "",
};

/** Texts that a pattern (of grep, a shell, Python or JavaScript) would match: one for each of its outermost alternatives. */
export function patternExamples(pattern: string): string[] {
  const reader = new PatternReader(pattern);
  return reader.alternatives().filter((text) => text.trim() !== "");
}

class PatternReader {
  private at = 0;

  constructor(private readonly pattern: string) {}

  alternatives(): string[] {
    const found = [this.sequence()];
    while (this.peek() === "|" || this.peek() === ")") {
      this.at++;
      found.push(this.sequence());
    }
    return found;
  }

  private peek(): string {
    return this.pattern[this.at] ?? "";
  }

  private sequence(): string {
    let text = "";
    for (let last = ""; this.at < this.pattern.length; text += last) {
      const next = this.peek();
      if (next === "|" || next === ")") return text;
      last = this.repeated(this.atom());
    }
    return text;
  }

  private atom(): string {
    const next = this.peek();
    this.at++;
    switch (next) {
      case "^":
      case "$":
      case "*":
      case "?":
      case "+":
        return "";
      case ".":
        return " ";
      case "[":
        return this.oneOf();
      case "(":
        return this.group();
      case "\\": {
        const escaped = this.peek();
        this.at++;
        return classes[escaped] ?? escaped;
      }
      default:
        return next;
    }
  }

  private group(): string {
    const [lead = ""] = /^\?(?:[:=!]|<[=!]|P?<\w+>|[a-z]+:|[a-z]+\))/.exec(
      this.pattern.slice(this.at),
    ) ?? [""];
    this.at += lead.length;
    if (/^\?[a-z]+\)$/.test(lead)) return "";
    const first = this.sequence();
    while (this.peek() === "|") {
      this.at++;
      this.sequence();
    }
    if (this.peek() === ")") this.at++;
    return /^\?<?!/.test(lead) ? "" : first;
  }

  private oneOf(): string {
    const end = /^\^?\]?(?:\[:\w+:\]|\\.|[^\]])*\]/.exec(this.pattern.slice(this.at))?.[0];
    if (end === undefined) return "[";
    this.at += end.length;
    const inner = end.slice(0, -1);
    if (inner.startsWith("^")) return "x";
    const named = /^\[:(\w+):\]/.exec(inner)?.[1];
    if (named !== undefined) return named === "space" || named === "blank" ? " " : "1";
    return inner.startsWith("\\") ? (classes[inner[1] ?? ""] ?? inner[1] ?? "") : (inner[0] ?? "");
  }

  /** As often as it has to be, and once where it need not be at all. */
  private repeated(atom: string): string {
    const [whole = "", least] = /^(?:[*+?]\??|\{(\d+)(?:,\d*)?\})/.exec(
      this.pattern.slice(this.at),
    ) ?? [""];
    this.at += whole.length;
    return least === undefined ? atom : atom.repeat(Math.min(Number(least), MOST_REPEATS));
  }
}

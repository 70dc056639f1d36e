const ADDRESS = /(?:\d+(?:~\d+)?|\$|[+~]\d+)/y;
const BLANKS = /[\s;{}]+/y;
const BETWEEN = /[\s,!]+/y;
const LABEL = /[^;\n}]*/y;
const LINE = /[^\n]*/y;

/**
 * Whether a script for sed surely runs nothing and writes no file: each of its commands is one that is known here, and
 * none is `e`, `w`, or `s` with one of these as a flag.
 */
export function isHarmlessSed(script: string): boolean {
  let at = 0;
  const take = (sticky: RegExp): boolean => {
    sticky.lastIndex = at;
    const found = sticky.exec(script);
    if (found !== null) at = sticky.lastIndex;
    return found !== null && found[0] !== "";
  };
  /** Up to the next delimiter that is not escaped or in brackets; false where there is none. */
  const skipPart = (delimiter: string, isPattern: boolean): boolean => {
    for (let isBracket = false; at < script.length; at++) {
      const character = script[at];
      if (character === "\\") at++;
      else if (isBracket) isBracket = character !== "]" || script[at - 1] === "[";
      else if (character === delimiter) return at++ >= 0;
      // A delimiter in brackets ends the pattern for some and not for others.
      else if (character === "[" && isPattern && script.indexOf("]", at) > 0) {
        const inside = script.slice(at, script.indexOf("]", at + 2));
        if (inside.includes(delimiter)) return false;
        isBracket = true;
      }
    }
    return false;
  };
  const skipAddress = (): boolean => {
    const character = script[at];
    if (character === "/" || character === "\\") {
      const delimiter = character === "/" ? "/" : (script[at + 1] ?? "");
      at += character === "/" ? 1 : 2;
      if (!skipPart(delimiter, true)) return false;
      take(/[IM]*/y);
    } else take(ADDRESS);
    return true;
  };
  for (;;) {
    take(BLANKS);
    if (at >= script.length) return true;
    const start = at;
    for (;;) {
      if (!skipAddress()) return false;
      if (!take(BETWEEN)) break;
    }
    const command = script[at++] ?? "";
    if (command === "#") take(LINE);
    else if (command === "s" || command === "y") {
      const delimiter = script[at++] ?? "";
      if (!skipPart(delimiter, true) || !skipPart(delimiter, false)) return false;
      take(/[gpIiMm0-9]*/y);
      if (at < script.length && !/[\s;}]/.test(script[at] ?? "")) return false;
    } else if ("aic".includes(command)) {
      take(LINE);
      while (script[at - 1] === "\\" && at < script.length) {
        at++;
        take(LINE);
      }
    } else if (":btT".includes(command)) take(LABEL);
    else if ("rR".includes(command)) take(LINE);
    else if ("{}".includes(command)) continue;
    else if ("=dDgGhHlnNpPqQxzF".includes(command)) take(/[ \t]*\d*/y);
    else return false;
    if (at === start) return false;
  }
}

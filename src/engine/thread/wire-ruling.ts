import { readRules, type Ruling } from "../../rules/index.js";

type Rule = NonNullable<Ruling["rule"]>;
type RuleText = Rule["source"];

/** Rules by their texts: what a rule was read into cannot be sent. */
export interface WireRuling extends Omit<Ruling, "rule" | "considered"> {
  readonly rule: RuleText | null;
  readonly considered: readonly {
    readonly rule: RuleText;
    readonly applies: boolean;
    readonly why: string;
  }[];
}

export function rulingTo(ruling: Ruling): WireRuling {
  return {
    ...ruling,
    rule: ruling.rule?.source ?? null,
    considered: ruling.considered.map((one) => ({ ...one, rule: one.rule.source })),
  };
}

/** Rules are read where someone looks at them: few do. */
export function rulingFrom(sent: WireRuling): Ruling {
  const { rule, considered } = sent;
  let own: Rule | null | undefined;
  let all: Ruling["considered"] | undefined;
  return Object.defineProperties(
    { ...sent },
    {
      rule: lookedUp(() => (own ??= rule === null ? null : read(rule))),
      considered: lookedUp(
        () => (all ??= considered.map((one) => ({ ...one, rule: read(one.rule) }))),
      ),
    },
  ) as unknown as Ruling;
}

function lookedUp(get: () => unknown): PropertyDescriptor {
  return { get, enumerable: true };
}

function read(text: RuleText): Rule {
  const [rule] = readRules([text]).rules;
  if (rule === undefined) throw new Error(`no rule: ${text.text}`);
  return rule;
}

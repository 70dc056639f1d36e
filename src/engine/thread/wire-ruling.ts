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

export function rulingTo({ rule, considered, ...ruling }: Ruling): WireRuling {
  return {
    ...ruling,
    rule: rule?.source ?? null,
    considered: considered.map((one) => ({ ...one, rule: one.rule.source })),
  };
}

/** Rules are read where someone looks at them: few do. */
export function rulingFrom({ rule, considered, ...ruling }: WireRuling): Ruling {
  let [own, all]: [Rule | null | undefined, Ruling["considered"] | undefined] = [
    undefined,
    undefined,
  ];
  return {
    ...ruling,
    get rule() {
      return (own ??= rule === null ? null : read(rule));
    },
    get considered() {
      return (all ??= considered.map((one) => ({ ...one, rule: read(one.rule) })));
    },
  };
}

function read(text: RuleText): Rule {
  const [rule] = readRules([text]).rules;
  if (rule === undefined) throw new Error(`no rule: ${text.text}`);
  return rule;
}

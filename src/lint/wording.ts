/** Words of someone who stops something. */
const stopping =
  /\b(?:block(?:ed|ing|s)?|den(?:y|ied|ies)|not (?:allowed|permitted)|forbidden|prohibit(?:ed|s)?|refus(?:e|ed|ing)|reject(?:ed)?|disallowed|protected|dangerous|unsafe|violat(?:ion|es)|must not|prevented|aborting)\b|[❌🚫⛔🛑]|禁止|阻止|拒[绝否]|ブロック|차단|금지|\b(?:bloquead[oa]|bloqu[ée]+e?|blockiert|verboten|interdit|prohibid[oa]|proibid[oa]|vietat[oa])\b|заблокир|запрещ/iu;

/** Words for someone who should do something about it. */
const addressed =
  /\b(?:warn(?:ings?)?|errors?|fail(?:ed|ures?|s)?|must|should|please|don'?t|do not|cannot|can'?t|never|remember|reminder|consider|required|missing|invalid|instead|todo|fix|review|ensure|make sure|important|update|attention|recommend(?:ed)?|suggest(?:ion)?|exceed(?:ed|s)?|outdated|unsaved|uncommitted|issues? (?:found|detected)|violations?|advisory|(?:hooks?|enforcement|guards?|checks?|validation) (?:is |are )?disabled)\b|[⚠❗🔴🟡💡]|建[议議]|[请請]|必[须須要]|应[该当]|警告|注意|危[险険]|确保|してください|推奨|하세요|필요|경고|주의|\b(?:advertencia|atenci[óo]n|deb[ea]s?|recuerda|no olvides|peligro|devez|veuillez|attention|bitte|achtung|warnung|hinweis|aviso|cuidado|attenzione|avviso|uwaga|ostrzeżenie|waarschuwing|varning|uyarı|dikkat|peringatan)\b|atenção|cảnh báo|внимание|предупрежд|нужно|пожалуйста/iu;

/** A line that begins as a note to somebody. */
const noted = /^\W*(?:note|notice|caution|heads[ -]?up|fyi)\b\s*[:!—-]/iu;

/** A clause that begins with what to do, and to what. */
const asked =
  /(?:^|[.:;—–\]]\s+|\s-\s+)(?:check|run|use|add|commit|stash|create|remove|verify|invoke|call|start|restart|wait|install|rename|move|split|write)\s+(?:(?:the|an?|your|this|that|these|all|it|them|for|to|npm|git|pnpm|yarn|make|bun)(?!\w)|[`/"'…])/iu;

/** Words that leave no doubt that somebody should do something. */
const urgent =
  /\b(?:must|should|please|don'?t|do not|never|remember|reminder|don'?t forget|consider|instead|make sure|ensure|required|important|attention|recommend(?:ed)?)\b|[⚠❗🔴🟡]/iu;

/** Whoever warns means somebody. */
const warning =
  /\bwarn(?:ing)?s?\b|⚠|警告|^\W*(?:aviso|advertencia|warnung|achtung|avviso|attenzione|atenção|uwaga|waarschuwing|varning|uyarı|peringatan)\b/iu;

/** Writings whose words are not known here. */
const foreign =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}]/u;

/** A line that says that all is well. */
const success = /^\s*(?:…\s*)?(?:\[[^\]\n]{1,40}\]\s*)?[✓✔✅☑🎉👍🟢]/u;

/** The hook's own trouble, not the user's. */
const own =
  /\b(?:permission denied|cannot access|unknown (?:option|argument|command)|error (?:sending|reading|loading|parsing|writing|calling|running|in \w+ hook)|(?:invalid|malformed|bad|parse|parsing|decod(?:e|ing)|read(?:ing)?) (?:json|input|stdin|payload)|json (?:parse|decode|error)|usage:|(?:missing|no|empty) [\w.]+ in (?:the )?(?:hook )?input|unexpected error|traceback|hook (?:error|failed)|not installed|(?:un|not )available|not found in path|no input|(?:failed|unable|could not|couldn't) (?:to )?(?:change (?:to|dir\w*)|cd|enter|resolve|locate|send|start|read|write|log|connect|load|parse|save|fetch|play)|(?:server|hook|notification) failed|failed\b[^\n]{0,60}\b(?:continuing|skipping|ignor(?:ed|ing)|proceeds?)|(?:tracking|recording|logging) failed)\b/iu;

export function saysStop(text: string): boolean {
  return stopping.test(text) && !own.test(text);
}

/** Whether somebody is meant to read it. */
export function isAddressed(text: string): boolean {
  return (
    (stopping.test(text) || addressed.test(text) || asked.test(text) || noted.test(text)) &&
    !own.test(text) &&
    !isSuccess(text)
  );
}

/** Whether it says so in words that a log would not use. */
export function isUrgent(text: string): boolean {
  return (
    (stopping.test(text) || urgent.test(text) || asked.test(text) || isWarning(text)) &&
    !own.test(text) &&
    !isSuccess(text) &&
    !/^\W*(?:note|ok|passed|success|approved|allowing)\b/iu.test(text)
  );
}

/** Whether it is in a writing whose words are not known here. */
export function isForeign(text: string): boolean {
  return foreign.test(text);
}

/** Whether it says that all is well, by its first sign. */
export function isSuccess(text: string): boolean {
  return success.test(text) && !warning.test(text);
}

/** A line of a log: it begins with a tag or a time. */
export function isLogLine(text: string): boolean {
  return /^\s*(?:…\s*)?(?:\[[^\]\n]{1,60}\]|\d{4}-\d\d|(?:DEBUG|INFO|WARN|TRACE)\b|\w+[_-][\w-]+: )/.test(
    text,
  );
}

export function isOwnTrouble(text: string): boolean {
  return own.test(text);
}

export function isWarning(text: string): boolean {
  return warning.test(text);
}

/** A text in a message: one line, not too long. */
export function quoted(text: string): string {
  const lines = text.replaceAll("\ufe0f", "").trim().split("\n");
  const line = (lines.find((one) => /\p{L}/u.test(one)) ?? lines[0] ?? "").trim();
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 59)}…` : line);
}

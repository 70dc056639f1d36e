import { ask, context, defineHook, deny } from "snaphook/hook";

const rules: readonly { readonly words: readonly string[]; readonly answer: typeof deny }[] = [
  { words: [" rm -rf ", " --force ", "/dev/sd"], answer: (command) => deny(`never: ${command}`) },
];

export default defineHook("PreToolUse", { tools: { Bash: true } }, ({ input: { command } }) => {
  const has = (word: string): boolean => ` ${command} `.includes(word);
  const rule = rules.find(({ words }) => words.some(has));
  if (rule !== undefined) return rule.answer(command);
  if ([" sudo ", " npm publish "].some(has)) return ask(`really? ${command}`);
  if (has(" git ")) return context("the branch is main");
  return undefined;
});

import { ask, context, defineHook, deny } from "snaphook/hook";

export default defineHook("PreToolUse", { tools: { Bash: true } }, ({ input }) => {
  const { command } = input;
  const has = (/** @type {string[]} */ ...words) =>
    words.some((word) => ` ${command} `.includes(word));
  if (has(" rm -rf ", " --force ", "/dev/sd")) return deny(`never: ${command}`);
  if (has(" sudo ", " npm publish ")) return ask(`really? ${command}`);
  if (has(" git ")) return context("the branch is main");
});

// Letters for private use: the parser takes them for part of a word, where it would forget a variable's name.
const OPEN = "\u{E000}";
const CLOSE = "\u{E001}";

const EXPANSION = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g;
const HIDDEN = new RegExp(`${OPEN}(\\w+)${CLOSE}`, "g");

/** A command with variables that the parser takes for plain text, so that their names stay in its words. */
export function hideVariables(
  command: string,
  isHidden: (name: string) => boolean = () => true,
): string {
  return command.replace(
    EXPANSION,
    (all, braced: string | undefined, plain: string | undefined) => {
      const name = braced ?? plain ?? "";
      return isHidden(name) ? `${OPEN}${name}${CLOSE}` : all;
    },
  );
}

/** The text of a word with its hidden variables as `${name}`, or in another form. */
export function showVariables(text: string, form = "${$1}"): string {
  return text.replace(HIDDEN, form);
}

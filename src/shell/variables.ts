// Letters for private use: the parser takes them for part of a word, where it would forget a variable's name.
const OPEN = "\u{E000}";
const CLOSE = "\u{E001}";
/** In place of `OPEN` where no quotes are around the variable: a shell takes its value apart. */
const BARE = "\u{E003}";

const EXPANSION = /\$(?:\{(\w+)\}|([A-Za-z_]\w*))/g;
const HIDDEN = new RegExp(`[${OPEN}${BARE}](\\w+)${CLOSE}`, "g");
const FIRST_HIDDEN = new RegExp(`([${OPEN}${BARE}])(\\w+)${CLOSE}`);
const MARKS = new RegExp(`[${OPEN}${CLOSE}${BARE}]`);

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

/** A character that is read outside quotes. */
export function markBare(character: string): string {
  return character === OPEN ? BARE : character;
}

/** Whether a command has characters in it that stand for hidden variables. */
export function hasMarks(command: string): boolean {
  return MARKS.test(command);
}

/** A hidden variable in the text of a word. */
export interface HiddenVariable {
  /** How it is in the text. */
  readonly whole: string;
  readonly name: string;
  readonly isQuoted: boolean;
}

/** The first hidden variable in the text of a word; null where there is none. */
export function findHidden(text: string): HiddenVariable | null {
  const [whole, mark, name] = FIRST_HIDDEN.exec(text) ?? [];
  if (whole === undefined || name === undefined) return null;
  return { whole, name, isQuoted: mark === OPEN };
}

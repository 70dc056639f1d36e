import { colours, noColours, type Paint } from "../show/index.js";

/** How the screen is drawn: its size, and with colours or without. */
export interface Look {
  readonly columns: number;
  readonly rows: number;
  readonly paint: Paint;
  /** Nothing but text: no colour, no inverse. */
  readonly isPlain: boolean;
}

/** What a stream of the terminal says about itself. */
export interface Screen {
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
}

/** Narrower than this, lines run out of the screen rather than being cut to nothing. */
const LEAST_COLUMNS = 16;

/** Where a stream does not say how large it is, the size of an old terminal is taken. */
export function lookOf({ columns, rows }: Screen, isPlain: boolean): Look {
  return {
    columns: Math.max(LEAST_COLUMNS, columns !== undefined && columns > 0 ? columns : 80),
    rows: rows !== undefined && rows > 0 ? rows : 24,
    paint: isPlain ? noColours : colours,
    isPlain,
  };
}

/** Whether the user wants no colours: a NO_COLOR that is not empty, or a terminal that has none. */
export function wantsPlain(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { NO_COLOR = "", TERM } = environment;
  return NO_COLOR !== "" || TERM === "dumb";
}

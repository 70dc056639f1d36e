const two = (number: number): string => String(number).padStart(2, "0");

/** A day where the reader is: `2025-11-15`. */
export function localDay(time: number | string): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** A time where the reader is, to the second: `2025-11-15 21:00:05`. */
export function localTime(time: number | string): string {
  const date = new Date(time);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
  return `${localDay(time)} ${clock}`;
}

/** The same without the year, where that is this one's. */
export function shortTime(time: string, now: number): string {
  const text = localTime(time);
  return text.startsWith(String(new Date(now).getFullYear())) ? text.slice(5) : text;
}

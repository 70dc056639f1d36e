/** Ids of events, each given once in this process. */
let count = 0;

export function newEventId(): string {
  return `${Date.now().toString(36)}-${process.pid.toString(36)}-${(count++).toString(36)}`;
}

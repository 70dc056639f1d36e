/** What is sent to the program that writes a recording, piece by piece. */
export interface RecordingStart {
  readonly time: string;
  /** The hook's process. */
  readonly pid: number;
  readonly words: readonly string[];
  readonly cwd: string | null;
  /** The host that runs the hook, where the user has said so. */
  readonly host: string | null;
  /** The event, where the user has said so: some payloads do not. */
  readonly event: string | null;
  /** Streams that are not recorded: a terminal or a file, which the hook was given as it is. */
  readonly unrecorded: readonly string[];
}

export interface RecordingEnd {
  readonly ms: number;
  readonly exit: number | null;
  readonly signal: string | null;
  /** Why it could not be started. */
  readonly error?: string;
  /** Bytes that passed on each stream; of larger ones only the beginning was sent. */
  readonly bytes: Readonly<Record<RecordedStream, number>>;
}

export type RecordedStream = "stdin" | "stdout" | "stderr";

export type Frame =
  | { readonly type: "start"; readonly start: RecordingStart }
  | { readonly type: RecordedStream; readonly bytes: Buffer }
  | { readonly type: "end"; readonly end: RecordingEnd };

const types = ["start", "stdin", "stdout", "stderr", "end"] as const;
const HEADER = 5;

/** One byte for the type, four for the length, then the content. */
export function frameOf(frame: Frame): Buffer {
  const content =
    "bytes" in frame
      ? frame.bytes
      : Buffer.from(JSON.stringify(frame.type === "start" ? frame.start : frame.end));
  const header = Buffer.alloc(HEADER);
  header.writeUInt8(types.indexOf(frame.type), 0);
  header.writeUInt32LE(content.length, 1);
  return Buffer.concat([header, content]);
}

/** Reads frames out of what was sent; one that is not whole is left out. */
export function framesIn(sent: Buffer): readonly Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + HEADER <= sent.length;) {
    const type = types[sent.readUInt8(at)];
    const end = at + HEADER + sent.readUInt32LE(at + 1);
    if (type === undefined || end > sent.length) break;
    const bytes = sent.subarray(at + HEADER, end);
    at = end;
    if (type === "start")
      frames.push({ type, start: JSON.parse(bytes.toString()) as RecordingStart });
    else if (type === "end")
      frames.push({ type, end: JSON.parse(bytes.toString()) as RecordingEnd });
    else frames.push({ type, bytes });
  }
  return frames;
}

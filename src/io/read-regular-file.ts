import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

/** With `O_NONBLOCK` a named pipe without a writer is opened at once; Windows has no such flag. */
const READING = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);
/** Some files of the system are read in whole units only. */
const UNIT = 65_536;

type FileBytes =
  | Buffer
  | { readonly why: "no regular file" }
  | { readonly why: "too large"; size: number };

/**
 * What a regular file holds, or why it is not read. A pipe or a device is never waited for, and what a file says of its
 * size is not believed: it may grow, and some of the system's have no end.
 */
export function readRegularFile(path: string, most: number): FileBytes {
  const descriptor = openSync(path, READING);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return { why: "no regular file" };
    if (status.size > most) return { why: "too large", size: status.size };
    let bytes = Buffer.allocUnsafe((Math.floor(status.size / UNIT) + 1) * UNIT);
    for (let length = 0; ;) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0) return bytes.subarray(0, length);
      if (length > most) return { why: "too large", size: length };
      if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
    }
  } finally {
    closeSync(descriptor);
  }
}

/** The same, without waiting for the file system on this thread. */
export async function readRegularFileAsync(path: string, most: number): Promise<FileBytes> {
  const file = await open(path, READING);
  try {
    const status = await file.stat();
    if (!status.isFile()) return { why: "no regular file" };
    if (status.size > most) return { why: "too large", size: status.size };
    let bytes = Buffer.allocUnsafe((Math.floor(status.size / UNIT) + 1) * UNIT);
    for (let length = 0; ;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
      length += bytesRead;
      if (bytesRead === 0) return bytes.subarray(0, length);
      if (length > most) return { why: "too large", size: length };
      if (length === bytes.length) bytes = Buffer.concat([bytes], 2 * length);
    }
  } finally {
    await file.close();
  }
}

import { type FileHandle, open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { StoredEvent } from '../store/store.ts'
import { sync } from './durably.ts'
import { eventRow, type EventRow } from './eventRow.ts'
import { type FileName, writeFileName } from './fileNames.ts'

/** The file that events are appended to: a line of JSON for each, with its cursor. */
export interface OpenFile {
  readonly path: string
  readonly number: number
  readonly bytes: () => number
  /** Of the last event that is durable here, or of the last one before this file. */
  readonly cursor: () => string | undefined
  /** Resolves when they are durable. After it has rejected, the file is as if it had not been called. */
  append(events: readonly StoredEvent[]): Promise<void>
  close(): Promise<void>
}

/** A new file. */
export async function beginOpenFile(folder: string, name: FileName): Promise<OpenFile> {
  const path = join(folder, writeFileName(name, 'ndjson'))
  const handle = await open(path, 'a')
  await sync(dirname(path))
  return openFileOf({ handle, path, name }, { bytes: 0, place: 0, cursor: name.cursor })
}

/** Goes on with a file, whose last line may have been torn when the process or the machine ended. */
export async function reopenFile(path: string, name: FileName): Promise<OpenFile> {
  const whole = await wholeLines(path, name)
  return openFileOf({ handle: await open(path, 'a'), path, name }, whole)
}

/** What of an open file can be trusted. */
export interface WholeLines {
  readonly bytes: number
  readonly place: number
  readonly cursor: string | undefined
}

interface Opened {
  readonly handle: FileHandle
  readonly path: string
  readonly name: FileName
}

function openFileOf({ handle, path, name }: Opened, start: WholeLines): OpenFile {
  let state = start
  return {
    path,
    number: name.number,
    bytes: () => state.bytes,
    cursor: () => state.cursor,
    async append(events) {
      const lines = events.map((event, i) =>
        lineOf({ place: state.place + i + 1, cursor: event.cursor, ...eventRow(event) }),
      )
      const text = Buffer.from(`${lines.join('\n')}\n`)
      // What a crash or a full disk has left of an earlier attempt is not followed by anything.
      await handle.truncate(state.bytes)
      await handle.appendFile(text)
      await handle.datasync()
      state = {
        bytes: state.bytes + text.length,
        place: state.place + events.length,
        cursor: events.at(-1)?.cursor ?? state.cursor,
      }
    },
    close: () => handle.close(),
  }
}

/** The longest line, in bytes. With the limits of the door that are usual, a line has half of it at most. */
export const MAX_LINE_BYTES = 64_000_000

function lineOf(row: EventRow & { readonly place: number; readonly cursor: string }): string {
  const line = JSON.stringify(row)
  if (line.length <= MAX_LINE_BYTES / 3 || Buffer.byteLength(line) < MAX_LINE_BYTES) return line
  // One event must not hold back the others. The store has all of it.
  return JSON.stringify({ ...row, properties: null, flags: null, body: 'null' })
}

const NEWLINE = 10

/** The part of a file up to the last line that is complete. */
export async function wholeLines(path: string, { cursor }: FileName): Promise<WholeLines> {
  const text = await readFile(path)
  for (let end = text.lastIndexOf(NEWLINE); end !== -1;) {
    const before = end === 0 ? -1 : text.lastIndexOf(NEWLINE, end - 1)
    const last = lineIn(text.subarray(before + 1, end).toString())
    if (last) return { bytes: end + 1, ...last }
    end = before
  }
  return { bytes: 0, place: 0, cursor }
}

function lineIn(text: string): Pick<WholeLines, 'place' | 'cursor'> | undefined {
  try {
    const { place, cursor } = JSON.parse(text) as { readonly place?: unknown; readonly cursor?: unknown }
    return typeof place === 'number' && typeof cursor === 'string' ? { place, cursor } : undefined
  } catch {
    return undefined
  }
}

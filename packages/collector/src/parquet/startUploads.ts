import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../collectorOptions.ts'
import { createBell } from '../store/bell.ts'
import type { Put } from './bucket.ts'
import { filesIn, type Folders, type Listed } from './folders.ts'
import { reasonOf } from './reasonOf.ts'

interface Needs {
  readonly folders: Folders
  readonly log: Log
  /** Without it, nothing is sent. */
  readonly put?: Put
}

export interface Uploads {
  /** There may be files that were not sent. */
  readonly wake: () => void
  sent(): Promise<void>
  stop(): Promise<void>
}

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

const IDLE_MS = 60_000
/** Between attempts, doubled up to the longest. */
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

/** Sends each Parquet file until the bucket has taken it, and notes that it has. */
export function startUploads({ folders, log, put }: Needs): Uploads {
  if (!put) return { wake: () => undefined, sent: async () => undefined, stop: async () => undefined }
  const ending = new AbortController()
  const { signal } = ending
  const bell = createBell()
  let waiters: readonly Waiter[] = []
  let retryMs = FIRST_RETRY_MS

  async function send(file: Listed, to: Put): Promise<void> {
    const is = await stateOf(file)
    // It was deleted in the meantime, or the bucket has it as it is.
    if (is === undefined || is === (await sentState(file))) return
    await to(`${file.hour.slice(0, 10)}/${file.name}`, await readFile(file.path), signal)
    await writeFile(join(folders.sent, file.name), is)
  }

  const sentState = ({ name }: Listed) => readFile(join(folders.sent, name), 'utf8').catch(() => undefined)

  async function sendAll(to: Put): Promise<void> {
    const asked = waiters
    waiters = []
    try {
      for (const file of await filesIn(folders.hours, 'parquet')) {
        await send(file, to)
        signal.throwIfAborted()
      }
      retryMs = FIRST_RETRY_MS
      for (const { resolve } of asked) resolve()
      if (waiters.length === 0) await bell.wait(IDLE_MS, signal)
    } catch (error) {
      waiters = [...asked, ...waiters]
      if (signal.aborted) return
      log('error', 'A file could not be sent to the bucket. It is kept, and tried again.', { reason: reasonOf(error) })
      await bell.wait(retryMs, signal)
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS)
    }
  }

  const running = (async () => {
    while (!signal.aborted) await sendAll(put)
  })()
  return {
    wake: bell.ring,
    sent: () =>
      new Promise((resolve, reject) => {
        waiters = [...waiters, { resolve, reject }]
        bell.ring()
      }),
    async stop() {
      ending.abort()
      await running
      for (const { reject } of waiters) reject(new Error('The outlet has stopped.'))
    },
  }
}

/** Tells a file from the one that was written again in its place. Undefined if there is none. */
async function stateOf({ path }: Listed): Promise<string | undefined> {
  try {
    const { size, mtimeMs } = await stat(path)
    return `${size} ${mtimeMs}`
  } catch {
    return undefined
  }
}

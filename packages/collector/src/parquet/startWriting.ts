import type { Log } from '../collectorOptions.ts'
import type { EventReader } from '../store/store.ts'
import { createBell } from '../store/bell.ts'
import { closeFile } from './closeFile.ts'
import { deleteOld } from './deleteOld.ts'
import { openDuckdb } from './duckdb.ts'
import { hourOf } from './fileNames.ts'
import { filesIn, type Folders } from './folders.ts'
import { lastFile } from './lastFile.ts'
import { beginOpenFile } from './openFile.ts'
import { reasonOf } from './reasonOf.ts'

interface Needs {
  readonly store: Pick<EventReader, 'after'>
  readonly folders: Folders
  readonly log: Log
  readonly now: () => number
  /** Called when there are other Parquet files. */
  readonly changed: () => void
}

interface Limits {
  readonly everyMs: number
  readonly maxOpenBytes: number
  readonly retentionDays: number
  readonly mustBeSent: boolean
}

export interface Writing {
  written(): Promise<void>
  /** How long ago the first event arrived that is in no file, in milliseconds. 0 when all are. */
  behindMs(): Promise<number>
  /** Calls the function while all that was written is in Parquet files, and nothing is written. */
  closed<Result>(act: () => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

interface Waiter {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Events that are read at once. */
const SLICE = 5000

/** Reads the store on from the last event that is in a file. */
export async function startWriting(needs: Needs, limits: Limits): Promise<Writing> {
  const { store, folders, log, now } = needs
  const ending = new AbortController()
  const bell = createBell()
  let waiters: readonly Waiter[] = []
  let { file, hour, lastNumber } = await lastFile(folders, now)
  let mayHaveRest = true
  let cleanedIn = ''
  let turns: Promise<unknown> = Promise.resolve()

  /** What writes is done one after another. */
  function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = turns.then(act)
    turns = result.catch(() => undefined)
    return result
  }

  /** Writes what the store gives at once: all that it has, or some. */
  async function writeSome(): Promise<'all' | 'some'> {
    const events = await store.after(file.cursor(), SLICE)
    ending.signal.throwIfAborted()
    if (events.length > 0) {
      // A file that was empty when its hour ended begins now.
      if (file.bytes() === 0) hour = hourOf(now())
      await file.append(events)
    }
    const isAll = events.length < SLICE
    if (file.bytes() >= limits.maxOpenBytes || (isAll && hourOf(now()) > hour)) await endFile()
    await closeRest()
    return isAll ? 'all' : 'some'
  }

  async function endFile(): Promise<void> {
    if (file.bytes() === 0) return
    lastNumber += 1
    const ended = file
    file = await beginOpenFile(folders.open, { hour: hourOf(now()), number: lastNumber, cursor: ended.cursor() })
    mayHaveRest = true
    await ended.close()
  }

  async function closeRest(): Promise<void> {
    if (mayHaveRest) {
      const rest = (await filesIn(folders.open, 'ndjson')).filter(({ number }) => number < file.number)
      if (rest.length > 0) {
        const db = await openDuckdb(folders.work)
        try {
          for (const one of rest) await closeFile(one, folders, db)
        } finally {
          db.close()
        }
        needs.changed()
      }
      mayHaveRest = false
    }
    if (cleanedIn === hourOf(now())) return
    await deleteOld(folders, { now: now(), ...limits })
    cleanedIn = hourOf(now())
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      const asked = waiters
      waiters = []
      const done = await inTurn(writeSome).catch(report)
      if (done === 'all') for (const { resolve } of asked) resolve()
      else waiters = [...asked, ...waiters]
      if (done !== 'some') await bell.wait(limits.everyMs, ending.signal)
    }
    for (const { reject } of waiters) reject(stopped())
  }

  function report(error: unknown): 'failed' {
    if (!ending.signal.aborted)
      log('error', 'Events could not be written to files. They stay in the store, and are tried again.', {
        reason: reasonOf(error),
      })
    return 'failed'
  }

  const running = run()
  return {
    written: () =>
      new Promise((resolve, reject) => {
        if (ending.signal.aborted) return reject(stopped())
        waiters = [...waiters, { resolve, reject }]
        bell.ring()
      }),
    async behindMs() {
      const [next] = await store.after(file.cursor(), 1)
      return next ? Math.max(0, now() - next.receivedAt) : 0
    },
    closed: (act) =>
      inTurn(async () => {
        ending.signal.throwIfAborted()
        await endFile()
        await closeRest()
        return act()
      }),
    async stop() {
      ending.abort()
      await running
      await inTurn(() => file.close())
    },
  }
}

const stopped = () => new Error('The outlet has stopped.')

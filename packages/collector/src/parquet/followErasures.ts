import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../collectorOptions.ts'
import type { Erasure, PeopleStore } from '../store/store.ts'
import { createBell } from '../store/bell.ts'
import { renameDurably } from './durably.ts'
import type { Folders } from './folders.ts'
import { reasonOf } from './reasonOf.ts'
import type { FindGone } from './rewriteFiles.ts'

interface Needs {
  readonly people: Pick<PeopleStore, 'erasures' | 'erasedAmong'>
  readonly folders: Folders
  readonly everyMs: number
  readonly log: Log
  /** Resolves when no file has an event that is gone. */
  rewrite(findGone: FindGone): Promise<unknown>
}

/**
 * Takes out of the files what the store has deleted. Which erasures are done here is in a file beside them, so that a start takes out what
 * was deleted in the meantime. What the store still has when an erasure is done was read from it after that, or is not in a file yet.
 */
export function followErasures({ people, folders, everyMs, log, rewrite }: Needs): { stop(): Promise<void> } {
  const file = join(folders.root, 'erasures.json')
  const ending = new AbortController()
  const bell = createBell()

  async function follow(): Promise<void> {
    const erasures = await people.erasures()
    const done = new Set(await readDone(file))
    const ended = erasures.filter(({ status }) => status === 'done').map(keyOf)
    if (ended.every((key) => done.has(key))) return
    await rewrite(people.erasedAmong)
    const work = join(folders.work, 'erasures.json')
    await writeFile(work, JSON.stringify(ended))
    await renameDurably(work, file)
  }

  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      await follow().catch((error: unknown) => {
        if (!ending.signal.aborted)
          log('error', 'What was deleted could not be taken out of the files yet. It is tried again.', {
            reason: reasonOf(error),
          })
      })
      await bell.wait(everyMs, ending.signal)
    }
  }

  const running = run()
  return {
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** An erasure that means more later, because a sign-in has said who a visitor was, is another one here. */
const keyOf = ({ id, deleted, visitors }: Erasure) => `${id} ${deleted} ${visitors}`

/** Nothing, if the file is missing or damaged: looking through all files once more does no harm. */
async function readDone(file: string): Promise<readonly unknown[]> {
  try {
    const done: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Array.isArray(done) ? done : []
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

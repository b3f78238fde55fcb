import { readFile } from 'node:fs/promises'
import type { Parsed } from '../json/parseJson.ts'
import { removeAbandonedLock } from './fileLock.ts'
import { removeDrafts, replaceFile } from './replaceFile.ts'
import { watchPath } from './watchPath.ts'

/** A file that is read again when it changes. While it is invalid, its last valid content stays in use. */
export interface WatchedFile<T> {
  readonly path: string
  value(): T
  /** The problems of the current file. Empty while its content is in use. */
  problems(): readonly string[]
  /** Reads the file now, without waiting for the watcher to report a save. */
  read(): Promise<FileContent<T>>
  /** Resolves when the text is in the file and `value`, its parsed content, is in use. */
  write(text: string, value: T): Promise<void>
  /** Called after the value or the problems changed. */
  subscribe(listener: () => void): () => void
  close(): void
}

export interface FileContent<T> {
  readonly text: string
  readonly parsed: Parsed<T>
}

export interface WatchedFileNeeds<T> {
  readonly read: (text: string) => Parsed<T>
  readonly log: (line: string) => void
}

// Editors that write in place truncate first, so a file may be invalid for a few milliseconds.
const SECOND_LOOK_MS = 120

/** Rejects if the file cannot be used at the start, when there is no last valid content yet. */
export async function createWatchedFile<T>(path: string, needs: WatchedFileNeeds<T>): Promise<WatchedFile<T>> {
  const listeners = new Set<() => void>()
  let text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(`${path} cannot be read: ${messageOf(error)}. Give the path of a file that exists.`)
  })
  const first = needs.read(text)
  if (first.outcome === 'invalid') throw new Error(`${path} cannot be used. ${first.problems.join(' ')}`)
  try {
    removeDrafts(path)
    removeAbandonedLock(path)
  } catch {
    // A folder that cannot be cleaned up does not prevent a start.
  }
  let value = first.value
  let problems: readonly string[] = []
  let isClosed = false
  let looks = 0
  let latest: Promise<void> = Promise.resolve()
  let secondLook: NodeJS.Timeout | undefined

  function announce(): void {
    for (const listener of [...listeners]) listener()
  }

  function report(found: readonly string[]): void {
    if (found.join() === problems.join()) return
    problems = found
    needs.log(`${path} is invalid. The last valid content stays in use. ${found.join(' ')}`)
    announce()
  }

  function inspect(isSecond: boolean): Promise<void> {
    return (latest = lookOnce(isSecond, ++looks))
  }

  async function lookOnce(isSecond: boolean, mine: number): Promise<void> {
    const now = await readFile(path, 'utf8').catch((error: unknown) => new Error(messageOf(error)))
    // A later read has newer content, or will have.
    if (mine !== looks) return latest
    if (isClosed || (now === text && problems.length === 0)) return
    const parsed: Parsed<T> =
      now instanceof Error ? { outcome: 'invalid', problems: [`It cannot be read: ${now.message}.`] } : needs.read(now)
    if (parsed.outcome === 'ok') {
      take(now as string, parsed.value)
    } else if (isSecond) {
      report(parsed.problems)
    } else {
      clearTimeout(secondLook)
      secondLook = setTimeout(() => void inspect(true), SECOND_LOOK_MS)
    }
  }

  function take(newText: string, newValue: T): void {
    clearTimeout(secondLook)
    text = newText
    value = newValue
    if (problems.length > 0) needs.log(`${path} is valid again.`)
    problems = []
    announce()
  }

  const watcher = watchPath(path, () => void inspect(false))

  return {
    path,
    value: () => value,
    problems: () => problems,
    async read() {
      const now = await readFile(path, 'utf8')
      // A file of flags can be large, and the content in use was parsed before.
      return { text: now, parsed: now === text ? { outcome: 'ok', value } : needs.read(now) }
    },
    async write(newText, newValue) {
      await replaceFile(path, newText)
      if (isClosed) return
      // A read in progress has the old content. The watcher reports saves after it.
      looks++
      latest = Promise.resolve()
      take(newText, newValue)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      isClosed = true
      clearTimeout(secondLook)
      watcher.close()
      listeners.clear()
    },
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

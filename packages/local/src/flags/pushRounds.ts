import { setImmediate, setTimeout } from 'node:timers/promises'

/** Goes round until nobody is behind. */
export interface PushRounds {
  /** To be called when somebody is behind. */
  start(): void
  stop(): void
}

export interface PushRoundsNeeds<T> {
  /** Those that do not have the newest. */
  readonly behind: () => readonly T[]
  /** Called at the beginning of each round: what all of them are told in it. */
  readonly round: () => Round<T>
}

export interface Round<T> {
  /** A promise only when there is something to wait for: a promise for each of thousands is what a round would mostly do. */
  push(one: T): Promise<void> | undefined
  close(): void
}

/** Milliseconds for which a round keeps the process from everything else. */
const SLICE_MS = 5

/**
 * Pushes in rounds: what changes during one is told in the next, all at once. After each it rests for as long as it took, so that with
 * thousands of streams too half of the time is left for answers, and with a few of them nobody waits.
 */
export function pushRounds<T>({ behind, round }: PushRoundsNeeds<T>): PushRounds {
  const stopped = new AbortController()
  const { signal } = stopped
  let isGoing = false

  async function go(): Promise<void> {
    isGoing = true
    try {
      for (let those = behind(); those.length > 0 && !signal.aborted; those = behind())
        await setTimeout(await goRound(those), undefined, { signal, ref: false })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      isGoing = false
    }
  }

  /** Says how many milliseconds it took. */
  async function goRound(those: readonly T[]): Promise<number> {
    const { push, close } = round()
    let took = 0
    let sliceFrom = performance.now()
    for (const one of those) {
      const pushing = push(one)
      if (pushing !== undefined) await pushing
      if (signal.aborted) break
      const slice = performance.now() - sliceFrom
      if (slice < SLICE_MS) continue
      took += slice
      await setImmediate()
      sliceFrom = performance.now()
    }
    close()
    return took + performance.now() - sliceFrom
  }

  return {
    start: () => void (isGoing || go()),
    stop: () => stopped.abort(),
  }
}

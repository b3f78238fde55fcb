import { setTimeout } from 'node:timers/promises'

interface Needs<Result> {
  readonly signal: AbortSignal
  /** What is done with a result that comes after the signal. */
  readonly late: (result: Result) => Promise<void>
}

/** How long work that was begun may take after the signal, in milliseconds. */
const LAST_MS = 3_000

/** Resolves as `work` does, or with `undefined` when the signal is aborted before. The result is then put away, if it comes soon. */
export async function unlessEnding<Result>(
  work: Promise<Result>,
  { signal, late }: Needs<Result>,
): Promise<Result | undefined> {
  const ended = new AbortController()
  const ending = new Promise<'ending'>((resolve) => {
    if (signal.aborted) resolve('ending')
    signal.addEventListener('abort', () => resolve('ending'), { signal: ended.signal })
  })
  try {
    const first = await Promise.race([work.then((result) => ({ result })), ending])
    if (first !== 'ending') return first.result
  } catch (error) {
    // The signal has ended the work itself.
    if (!signal.aborted) throw error
    return undefined
  } finally {
    ended.abort()
  }
  const putAway = work.then(late).catch(() => undefined)
  await Promise.race([putAway, setTimeout(LAST_MS)])
  return undefined
}

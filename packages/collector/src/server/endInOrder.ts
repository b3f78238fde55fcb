import type { Log } from '../collectorOptions.ts'

/** Something that was started. */
export interface Started {
  readonly name: string
  end(): Promise<void> | undefined
}

/** For how long one waits for another, in milliseconds: it may itself wait for the next one, such as for an answer of the store. */
const STEP_MS = 15_000

/** Ends one after another, whatever becomes of those before. Resolves with whether all have ended well. */
export async function endInOrder(all: readonly Started[], log: Log): Promise<boolean> {
  let isWell = true
  const complain = (message: string, fields: Readonly<Record<string, unknown>>) => {
    isWell = false
    log('error', message, fields)
  }
  for (const { name, end } of all) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(resolve, STEP_MS, 'late')))
    const ended = Promise.resolve()
      .then(end)
      .catch((error: unknown) =>
        complain('Something could not be ended.', {
          name,
          reason: error instanceof Error ? error.message : String(error),
        }),
      )
    if ((await Promise.race([ended, late])) === 'late') complain('Something takes too long to end.', { name })
    clearTimeout(timer)
  }
  return isWell
}

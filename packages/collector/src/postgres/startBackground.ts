import { eraseStep } from './eraseStep.ts'
import { countStep } from './countPages.ts'
import type { Needs } from './needs.ts'
import { compactStep } from './pageNumbers.ts'
import { keepPartitions } from './partitions.ts'

export interface Background {
  /** Goes on with erasures at once. */
  wake(): void
  stop(): Promise<void>
}

const ROUND_MS = 60_000
/** Partitions are looked after once in so many rounds: daily would do, but a try may fail. */
const ROUNDS = 60

/** What has to be done from time to time. Each collector does it: all of it may be done by several, and goes on where another has ended. */
export function startBackground(needs: Needs): Background {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isWoken = false
  let round = 0

  async function work(): Promise<void> {
    do {
      isWoken = false
      await tried('Events about somebody could not be deleted yet.', () => untilDone(() => eraseStep(needs)))
    } while (isWoken && !stopping.signal.aborted)
    await tried('What is known about pages could not be merged yet.', () => untilDone(() => compactStep(needs)))
    await tried('What is known about pages could not be counted yet.', () => untilDone(() => countStep(needs)))
    if (round % ROUNDS === ROUNDS - 1)
      await tried('Partitions could not be looked after. It is tried again.', () => keepPartitions(needs))
    round += 1
  }

  async function untilDone(step: () => Promise<boolean>): Promise<void> {
    while (!stopping.signal.aborted && (await step()));
  }

  async function tried(message: string, task: () => Promise<void>): Promise<void> {
    if (stopping.signal.aborted) return
    try {
      await task()
    } catch (error) {
      const reason = needs.settings.withoutSecrets(error instanceof Error ? error.message : String(error))
      needs.settings.log('warn', message, { reason })
    }
  }

  function run(): void {
    clearTimeout(timer)
    if (stopping.signal.aborted) return
    if (working) {
      isWoken = true
      return
    }
    working = work().finally(() => {
      working = undefined
      if (stopping.signal.aborted) return
      // It may have been woken after the last erasure was looked for.
      timer = setTimeout(run, isWoken ? 0 : ROUND_MS * (0.75 + Math.random() / 2))
      timer.unref()
    })
  }

  run()
  return {
    wake: run,
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await working
    },
  }
}

import { readFile } from 'node:fs/promises'
import type { EventStore } from '@telltale/collector'
import type * as engine from '@telltale/collector/experiment'
import type { ExperimentAnswer, Metrics, ShownFlag } from '@telltale/collector/experiment'

/** Which experiment is asked about. Those that share a flag differ in the rest. */
export interface ExperimentPlace {
  readonly flag: string
  readonly app?: string | undefined
  readonly promotion?: string | undefined
  readonly unit?: string | undefined
}

/** A sentence says why there is nothing to show. */
interface Refused {
  readonly outcome: 'refused'
  readonly message: string
}

/** The flags that were shown, or why they cannot be listed. */
export type ExperimentList = { readonly outcome: 'listed'; readonly flags: readonly ShownFlag[] } | Refused

/** What an experiment says, or why it says nothing. */
export type ExperimentResult =
  | { readonly outcome: 'answered'; readonly answer: ExperimentAnswer }
  /** Nobody has said yet what counts. */
  | { readonly outcome: 'no-metrics'; readonly file: string }
  | Refused

/** What the variations of flags have done, from the stored events. */
export interface Experiments {
  list(signal: AbortSignal): Promise<ExperimentList>
  ask(place: ExperimentPlace, signal: AbortSignal): Promise<ExperimentResult>
  /** Resolves when no events are being read any more. */
  close(): Promise<void>
}

type Engine = Pick<typeof engine, 'listExperiments' | 'experimentAnswer' | 'readMetrics'>

/** Loaded when it is needed first, and DuckDB with it. */
const loadEngine = (): Promise<Engine> => import('@telltale/collector/experiment')

interface ExperimentsNeeds {
  readonly store: EventStore
  /** Read again for each answer, so that a change of it shows. */
  readonly metricsFile: string
  readonly load?: () => Promise<Engine>
}

export function createExperiments({ store, metricsFile, load = loadEngine }: ExperimentsNeeds): Experiments {
  const turns = createTurns()

  async function metrics({ readMetrics }: Engine): Promise<Metrics | undefined> {
    const text = await readFile(metricsFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw new Error(`${metricsFile} cannot be read: ${error.message}.`)
    })
    const found = text === undefined ? undefined : readMetrics(text, metricsFile)
    return found?.size === 0 ? undefined : found
  }

  return {
    list: (signal) =>
      turns.run(signal, async (): Promise<ExperimentList> => {
        const { listExperiments } = await load()
        return { outcome: 'listed', flags: await listExperiments({ store }) }
      }),
    ask: (place, signal) =>
      turns.run(signal, async (): Promise<ExperimentResult> => {
        const loaded = await load()
        const known = await metrics(loaded)
        if (known === undefined) return { outcome: 'no-metrics', file: metricsFile }
        const about = { metrics: known, judgedBy: [...known.keys()], hasCourse: true, now: Date.now() }
        return { outcome: 'answered', answer: await loaded.experimentAnswer({ ...place, ...about }, { store }) }
      }),
    close: () => turns.end(),
  }
}

/**
 * Answers one question at a time: each has its own copy of the events in memory. A question that is no longer wanted when its turn comes is left out.
 * An error is the sentence that it says.
 */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  let isEnded = false
  return {
    run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | Refused> {
      const mine = last.then(async () => {
        if (signal.aborted || isEnded) return refused('The question was withdrawn.')
        return work().catch((error: unknown) => refused(error instanceof Error ? error.message : String(error)))
      })
      last = mine
      return mine
    },
    async end(): Promise<void> {
      isEnded = true
      await last
    },
  }
}

const refused = (message: string): Refused => ({ outcome: 'refused', message })

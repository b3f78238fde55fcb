import { incomingEvent } from '../door/incomingEvent.ts'
import { printExperiment } from '../server/printExperiment.ts'
import { sqliteStore } from '../sqlite.ts'
import type { Batch } from '../store/store.ts'
import { batchesOf, uuid7 } from '../testing/events.ts'
import { experimentAnswer, type ExperimentQuestion } from '../experiment/answer.ts'
import { readMetrics } from '../experiment/metrics.ts'
import type { ExperimentAnswer } from '../experiment/result.ts'

export const DAY_MS = 86_400_000
export const START = Date.parse('2026-11-01T00:00:00Z')
export const NOW = Date.parse('2026-11-29T12:00:00Z')

/** What a page may send. */
export interface Told {
  readonly name?: string
  readonly kind?: string
  readonly at?: number
  readonly identity?: Readonly<Record<string, unknown>>
  readonly properties?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** Exposures of as many units, which see the variations 0 and 1 in turn, a minute apart. */
export const shown = (count: number, of: (n: number) => Told = () => ({})): readonly Told[] =>
  Array.from({ length: count }, (_, n) => {
    const { properties, ...more } = of(n)
    return {
      ...{ name: 'Flag shown', kind: 'exposure', at: START + n * 60_000, identity: { id: `unit-${n}` } },
      properties: { flag: 'odd', variation: n % 2, version: 1, unit: 'person', ...properties },
      ...more,
    }
  })

/** One event of each unit, a day after its exposure. */
export const done = (count: number, of: (n: number) => Told = () => ({})): readonly Told[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ name: 'Sent', at: START + n * 60_000 + DAY_MS, identity: { id: `unit-${n}` }, properties: {} },
    ...of(n),
  }))

interface Place {
  readonly name?: string
  /** `null` where there are no levels. */
  readonly promotion?: string | null
}

/** The events of an application. */
export function toldBy(
  told: readonly Told[],
  { name = 'Quotes', promotion = 'production' }: Place = {},
): readonly Batch[] {
  const events = told.map((one) =>
    incomingEvent({
      ...{ name: 'Sent', at: START, url: 'https://desk.example/', properties: {}, identity: {} },
      ...one,
      id: uuid7(START, (ids += 1)),
    }),
  )
  const about = { name, platform: 'web', ...(promotion !== null && { promotion }) }
  return batchesOf(events, 1_000).map((batch) => ({ ...batch, app: about }))
}
let ids = 0

export type Asked = Omit<Partial<ExperimentQuestion>, 'metrics'> & {
  readonly metrics?: Readonly<Record<string, object>>
}

/** What is said: the answer and its text, or one sentence that says why there is none. */
export interface Said {
  readonly answer?: ExperimentAnswer
  readonly text: string
}

export const SENT = { sent: { of: 'count', event: 'Sent' } }

/** Puts the batches into a store in this folder, and asks. */
export async function said(folder: string, batches: readonly Batch[], asked: Asked = {}): Promise<Said> {
  const store = await sqliteStore({ file: `${folder}/events.db` })
  try {
    for (const batch of batches) await store.append(batch)
    const { metrics: given = SENT, ...more } = asked
    const metrics = readMetrics(JSON.stringify({ metrics: given }), 'metrics.json')
    const answer = await experimentAnswer(
      { flag: 'odd', metrics, judgedBy: [...metrics.keys()], now: NOW, ...more },
      { store },
    )
    return { answer, text: printExperiment(answer) }
  } catch (error) {
    return { text: (error as Error).message }
  } finally {
    await store.close()
  }
}

/** What must never be said, whatever the events are. Empty if all is well. */
export function wrongIn({ answer, text }: Said): readonly string[] {
  const wrong: string[] = []
  const look = (value: unknown, path: string) => {
    if (typeof value === 'number' && !Number.isFinite(value)) wrong.push(`${path} is ${value}`)
    if (typeof value === 'object' && value !== null)
      for (const [key, one] of Object.entries(value)) look(one, `${path}.${key}`)
  }
  look(answer, 'answer')
  if (/\bNaN\b|Infinity|∞|\bundefined\b|\bnull\b|\[object/.test(text))
    wrong.push(`the text has a value that is none: ${text.slice(0, 300)}`)
  if (/[^\P{Cc}\n]/u.test(text)) wrong.push('the text has control characters')
  if (/\n\s+at /.test(text)) wrong.push('the text is a stack')
  if (!answer && text.includes('\n')) wrong.push('what is wrong is not one sentence')
  if (!answer && !text.endsWith('.')) wrong.push(`what is wrong is no sentence: ${text.slice(-300)}`)
  if (!answer && /\b\w+ Error:|\bSQL|VARSAMP|VAR_SAMP|LINE 1/i.test(text))
    wrong.push(`the database speaks: ${text.slice(0, 300)}`)
  return wrong
}

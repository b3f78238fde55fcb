import { ask, type Answer } from './ask.ts'
import { ADMIN_TOKEN } from './attackedCollector.ts'
import { PATIENCE_MS } from './honestPage.ts'
import { inheritedIn, uncountedIn } from './lossAnswer.ts'

/** What asks a collector as its operators do: a balancer, Prometheus, and a person with the token. */
export interface Operator {
  /** Asks everything once. Resolves with what is wrong, in sentences. */
  ask(): Promise<readonly string[]>
  /** The report of losses, as soon as all pages are counted in it, or after a while. */
  loss(): Promise<Answer>
  /** The longest time until an answer, in milliseconds. */
  slowestMs(): number
}

export interface OperatorNeeds {
  readonly port: () => number
  /** Milliseconds since any moment. */
  readonly now: () => number
  /** For how long the machine was busy with something else since this moment, in milliseconds. */
  readonly busySince: (moment: number) => number
  readonly from?: string | undefined
  /** Whether the collector can read its store. One that cannot must say so with 501, and has no gauges of losses. */
  readonly isReadable: boolean
}

const COUNTER = /^# TYPE telltale_collector_answers_total counter$/m
const GAUGE = /^telltale_collector_pages_events\{[^\n]*state="unexplained"[^\n]*\} \d/m
/** How long a busy machine may take until all pages are counted, in milliseconds. */
const COUNTED_MS = 60_000

/** Nothing that Prometheus reads looks different. */
const LINE = /^(#.*|[a-zA-Z_:][\w:]*(\{[^\n]*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|Nan|[+-]Inf))?$/

export function createOperator({ port, now, busySince, from, isReadable }: OperatorNeeds): Operator {
  let slowest = 0
  async function get(path: string): Promise<Answer> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
    const askedAt = now()
    const answer = await ask({ port: port(), path, from, now, headers })
    const ms = Math.max(0, Math.round(answer.ms - busySince(askedAt)))
    slowest = Math.max(slowest, ms)
    return { ...answer, ms }
  }
  return {
    slowestMs: () => slowest,
    async loss() {
      const end = now() + COUNTED_MS
      let answer = await get('/loss')
      while (uncountedIn(answer.text) > 0 && now() < end) answer = await get('/loss')
      return answer
    },
    async ask() {
      const ready = await get('/health/ready')
      const loss = await get('/loss')
      const metrics = await get('/metrics')
      return [
        ...problemsIn('/health/ready', ready),
        ...problemsIn('/loss', loss, isReadable ? 200 : 501),
        ...problemsIn('/metrics', metrics),
        ...(metrics.status === 200 ? problemsInMetrics(metrics.text, isReadable) : []),
      ]
    },
  }
}

/** The figures in these sentences would make each of them another one. */
function problemsIn(path: string, { status, ms, text }: Answer, right = 200): readonly string[] {
  if (status === 0) return [`${path} does not answer.`]
  if (status !== right) return [`${path} answers ${status}.`]
  return [...(ms > PATIENCE_MS ? [`${path} takes longer than a second.`] : []), ...inheritedIn(text)]
}

function problemsInMetrics(text: string, isReadable: boolean): readonly string[] {
  const wrong = text.split('\n').find((line) => !LINE.test(line))
  return [
    ...(COUNTER.test(text) ? [] : ['/metrics has lost the counter of answers.']),
    ...(GAUGE.test(text) || !isReadable ? [] : ['/metrics has lost the gauges of losses.']),
    ...(wrong === undefined ? [] : [`/metrics has a line that Prometheus cannot read: ${wrong.slice(0, 100)}`]),
  ]
}

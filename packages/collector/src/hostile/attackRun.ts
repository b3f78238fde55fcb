import { setTimeout } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { startAttackedCollector } from './attackedCollector.ts'
import { type Attacker, createAttacker } from './attacker.ts'
import { startBareServer } from './bareServer.ts'
import { createHonestPage, HONEST_APP, type HonestPage } from './honestPage.ts'
import { startJudgeClock } from './judgeClock.ts'
import { problemsInLoss } from './lossAnswer.ts'
import { createOperator, type Operator } from './operator.ts'
import { createRandom } from './random.ts'

export interface AttackResult {
  readonly kind: string
  readonly store: string
  readonly batches: number
  /** Of the page, and of the operator, in milliseconds. */
  readonly slowestMs: number
  readonly slowestOperatorMs: number
  readonly highestMegabytes: number
  /** For how long the machine was busy with something else at the longest, which is in no answer's time. */
  readonly busyMs: number
  /** Sentences. None if all is as it must be. */
  readonly problems: readonly string[]
}

/** A store that nobody else uses. */
export interface Place {
  /** What `--store` is set to. */
  readonly address: string
  /** The program that runs a collector with this store: this one when absent. */
  readonly node?: string | undefined
  /** Of a store that a collector cannot read: those of these ids that it does not have. */
  readonly missingAmong?: (ids: readonly string[]) => Promise<readonly string[]>
  remove(): Promise<void>
}

export interface AttackNeeds {
  readonly store: string
  readonly place: Place
  readonly seed: number
}

const MOST_MEGABYTES = 300
/** An attack that is not over by then is stopped. */
const ATTACK_MS = 25_000
const END_MS = 15_000
const CATCH_UP_MS = 6000
const CALM_MS = 2000

/** Attacks a collector while a page sends and operators look, starts it twice again, and judges. */
export async function attackRun(attack: Attack, { store, place, seed }: AttackNeeds): Promise<AttackResult> {
  const isForwarded = attack.addresses === 'forwarded'
  const random = createRandom(seed)
  const problems = createProblems()
  const happen = attack.prepare(random)
  const { address, node, missingAmong } = place
  const isReadable = missingAmong === undefined
  const collector = await startAttackedCollector(address, isForwarded ? ['--trust-proxy'] : [], node)
  const { port } = collector
  const clock = startJudgeClock()
  const { now } = clock
  const bare = await startBareServer(now)
  const needs = { port, now, busySince: bare.slowestSince }
  const honest = isForwarded ? { ...needs, forwardedFor: '198.51.100.7' } : { ...needs, from: '127.0.0.2' }
  const page = createHonestPage(honest)
  const operator = createOperator({ ...needs, isReadable, ...(!isForwarded && { from: '127.0.0.2' }) })
  const over = new AbortController()
  const attacker = createAttacker({
    ...(isForwarded ? { forwardedFor: '203.0.113.66' } : { from: '127.0.0.3' }),
    ...{ port, signal: over.signal, say: problems.say },
  })
  const phase = createPhase({ page, operator, problems, attack, isReadable })

  try {
    await phase('during the attack', async () => {
      await setTimeout(600)
      await attackUntilOver(attacker, { happen, over })
      await setTimeout(CALM_MS)
    })
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      if (collector.isGivenUp()) throw new Error('The supervisor has given the collector up.')
      const code = await collector.end(signal, END_MS)
      if (signal === 'SIGTERM' && code !== 0) problems.say(`SIGTERM has ended the collector with ${code}.`)
      await collector.start()
      await phase(`after ${signal}`, () => setTimeout(CALM_MS))
    }
  } catch (error) {
    problems.say((error as Error).message)
  } finally {
    over.abort()
    attacker.close()
    clock.stop()
    bare.stop()
    await page.pause(0)
    await collector.end('SIGKILL', END_MS)
  }

  const missing = (await missingAmong?.(page.acknowledgedIds())) ?? []
  if (missing.length > 0) problems.say(`${store} does not have ${missing.length} events that were acknowledged.`)
  const { batches, slowestMs, failures, late } = page.figures
  for (const [status, count] of failures)
    problems.say(`${count} batches of the page: ${status === 0 ? 'no answer' : status}.`)
  if (late > 0) problems.say(`${late} batches of the page waited for longer than a second.`)
  const highestMegabytes = Math.round(collector.highestMemory() / 2 ** 20)
  if (highestMegabytes > MOST_MEGABYTES) problems.say(`The process has had ${highestMegabytes} MB in memory.`)
  return {
    ...{ kind: attack.kind, store, batches, slowestMs, slowestOperatorMs: operator.slowestMs() },
    ...{
      highestMegabytes,
      busyMs: Math.round(Math.max(clock.longestStop(), bare.slowestSince(0))),
      problems: [...collector.deaths, ...problems.all()],
    },
  }
}

interface Happening {
  readonly happen: (attacker: Attacker) => Promise<void>
  readonly over: AbortController
}

async function attackUntilOver(attacker: Attacker, { happen, over }: Happening): Promise<void> {
  const attacking = happen(attacker)
  const isOver = new AbortController()
  const limit = setTimeout(ATTACK_MS, undefined, { signal: isOver.signal }).catch(() => undefined)
  await Promise.race([attacking, limit])
  isOver.abort()
  over.abort()
}

interface PhaseNeeds {
  readonly page: HonestPage
  readonly operator: Operator
  readonly problems: Problems
  readonly attack: Attack
  readonly isReadable: boolean
}

/** Lets the page send and the operator look until `work` is done, and then compares what the page has sent with `GET /loss`. */
function createPhase({ page, operator, problems, attack, isReadable }: PhaseNeeds) {
  return async (when: string, work: () => Promise<void>): Promise<void> => {
    page.resume()
    let isDone = false
    const looking = (async () => {
      while (!isDone) {
        for (const problem of await operator.ask()) problems.say(`${when}: ${problem}`)
        await setTimeout(300)
      }
    })()
    await work()
    isDone = true
    await looking
    await page.pause(CATCH_UP_MS)
    if (page.waiting() > 0) problems.say(`${when}: the page could not deliver everything.`)
    // What such a store has is judged in the end.
    if (!isReadable) return
    const { status, text } = await operator.loss()
    if (status !== 200) return problems.say(`${when}: /loss answers ${status} in the end.`)
    const wrong = problemsInLoss(text, { app: HONEST_APP, sent: page.sent() })
    if (page.waiting() === 0) for (const problem of wrong) problems.say(`${when}: ${problem}`)
    for (const problem of attack.inspectLoss?.(JSON.parse(text)) ?? []) problems.say(`${when}: ${problem}`)
  }
}

interface Problems {
  say(problem: string, request?: string): void
  /** Each sentence once, with how often it was said, and the first request that led to it. */
  all(): readonly string[]
}

function createProblems(): Problems {
  const said = new Map<string, { count: number; readonly request: string | undefined }>()
  return {
    say(problem, request) {
      const known = said.get(problem)
      if (known) known.count += 1
      else said.set(problem, { count: 1, request })
    },
    all: () =>
      [...said].map(([problem, { count, request }]) => {
        const often = count > 1 ? ` (${count} times)` : ''
        return `${problem}${often}${request === undefined ? '' : `\n  ${request.slice(0, 3000)}`}`
      }),
  }
}

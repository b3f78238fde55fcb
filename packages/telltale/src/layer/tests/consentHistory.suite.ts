import { judge, judgeMissing, judgeTwice, type Mark } from './consentJudge.suite.ts'
import { createPlayer } from './consentPlayer.suite.ts'
import { look, type Seen } from './consentSeen.suite.ts'
import { SCOPE, type Scope } from './consentScope.suite.ts'
import { PERSONS, stepsFrom, type Step } from './consentSteps.suite.ts'
import { createConsentTruth } from './consentTruth.suite.ts'
import { createConsentWorld, destinations, type ConsentWorld, type WorldOptions } from './consentWorld.suite.ts'

export interface History extends WorldOptions, Partial<Scope> {
  readonly steps: readonly Step[]
  /** Falsifies what is seen, so that the judge has to object. */
  readonly falsify?: (seen: Seen) => Seen
  /** Breaks the browser. */
  readonly sabotage?: (world: ConsentWorld) => void
}

/** Longer than any wait between two attempts. */
const HEALING_MS = 200_000

/** Plays a history and returns what is not as the documentation says, as soon as there is something. */
export async function play({ steps, falsify = (seen) => seen, sabotage, ...options }: History): Promise<string[]> {
  const scope = { ...SCOPE, ...options }
  const world = createConsentWorld(options)
  sabotage?.(world)
  const truth = createConsentTruth({
    initial: options.initial ?? {},
    isLenient: !scope.isStrict,
    isVisitorHeard: scope.decidesAgainAsVisitor,
    hasArrived: (name, destination) =>
      world.arrivals.some((one) => one.destination === destination && [one.event.name, one.event.id].includes(name)),
  })
  const player = createPlayer({ world, truth, scope, hasInitial: options.initial !== undefined })
  let since: Mark = { arrivals: 0, calls: 0, requests: 0 }

  async function judgeNow(when: string, isMissing: (seen: Seen) => string[] = () => []): Promise<string[]> {
    await world.settle()
    const seen = falsify(await look(world))
    const complaints = [...judge(truth, seen, since), ...isMissing(seen)]
    truth.allowed.clear()
    truth.mark()
    since = { arrivals: seen.arrivals.length, calls: seen.calls.length, requests: seen.requests.length }
    return complaints.map((one) => `${when}: ${one}`)
  }

  for (const [index, step] of steps.entries()) {
    await player.take(step)
    if (step.atOnce && index < steps.length - 1) continue
    const complaints = await judgeNow(`after step ${index + 1}`)
    if (complaints.length > 0) return complaints
  }

  player.mend()
  world.servers = { collector: 'up', partner: 'up' }
  world.answer()
  for (const page of [...world.pages]) {
    page.loadChunk()
    if (player.trueOf(page).witnessed.size > 0 && !scope.goesOnWhenForgotten) player.endPage(page, 'leave')
  }
  for (const person of [undefined, ...PERSONS]) {
    if (person !== undefined && world.pages.length === 0) await player.open(person)
    if (person !== undefined) for (const page of [...world.pages]) await player.become(page, person)
    const holders = world.pages.map((page) => player.trueOf(page).holder ?? '')
    await world.advance(HEALING_MS)
    const complaints = await judgeNow(`at the end, as ${person}`, (seen) => [
      ...judgeMissing(truth, seen, holders),
      ...judgeTwice(seen, player.isRough ? [] : destinations),
    ])
    if (complaints.length > 0) return complaints
  }
  return []
}

/** Plays the steps of a seed. The message has all that is needed to play them again, and the shortest history that is wrong in the same way. */
export async function playSeed(seed: number, events: number, options: Omit<History, 'steps'> = {}): Promise<void> {
  const steps = stepsFrom(seed, events, { ...SCOPE, ...options })
  const complaints = await play({ ...options, steps })
  if (complaints.length === 0) return
  const isWrong = async (fewer: readonly Step[]) =>
    kindOf(await play({ ...options, steps: fewer })) === kindOf(complaints)
  const least = await shorten(steps, isWrong)
  const lines = [
    ...[`TELLTALE_SEED=${seed} TELLTALE_EVENTS=${events}`, ...complaints],
    ...['The least that is wrong:', least.map((step) => JSON.stringify(step)).join(',\n')],
    ...(await play({ ...options, steps: least })),
  ]
  throw new Error(lines.join('\n'))
}

/** What is wrong, without the names and numbers of a history. */
const kindOf = ([first = '']: readonly string[]) =>
  first.replace(/^[^:]*: /, '').replace(/\S*[-\d]\S*|of (null|undefined)/g, '')

/** Leaves out steps as long as the rest is still wrong. */
async function shorten(
  steps: readonly Step[],
  isWrong: (steps: readonly Step[]) => Promise<boolean>,
): Promise<readonly Step[]> {
  let rest = steps
  for (let size = Math.ceil(rest.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < rest.length;) {
      const fewer = [...rest.slice(0, from), ...rest.slice(from + size)]
      if (await isWrong(fewer)) rest = fewer
      else from += size
    }
  }
  return rest
}

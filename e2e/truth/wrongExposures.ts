import {
  ANONYMOUS,
  type Call,
  type Evidence,
  type Exposure,
  personOf,
  servedAs,
  type Stored,
  type User,
} from './evidence.ts'
import { ON_THE_WAY_MS } from './possibleUsers.ts'

export const EXPOSURE_KINDS = ['lost exposure', 'doubled exposure', 'wrong unit', 'wrong variation'] as const

export interface WrongExposure {
  readonly kind: (typeof EXPOSURE_KINDS)[number]
  readonly name: string
  readonly details: object
}

/** What was shown to whom. */
interface Shown {
  /** Such as `person ida`. Undefined: an impersonator, or nobody to whom an exposure could belong. */
  readonly unit: string | undefined
  readonly variation: unknown
  readonly version: unknown
}

/** What is said of an exposure, with the event that its page has tracked in the same task, and the call of that event. */
interface Case {
  readonly exposure: Exposure
  readonly next: Stored | undefined
  readonly call: Call | undefined
}

/** A call that has shown the flag to a unit, and its event. */
interface Showing extends Shown {
  readonly call: Call
  readonly stored: Stored
}

/** Two things of one task, by the clocks of two processes. */
const SAME_TIME_MS = 50

/**
 * By the guide "Record what a flag has shown":
 *
 * | kind             | rule                                                                                                   |
 * | ---------------- | ------------------------------------------------------------------------------------------------------ |
 * | lost exposure    | what a call has shown to the person or the visitor of its event was recorded by then                   |
 * | doubled exposure | a unit, a variation and a version are recorded once, but by two pages in the same moment, and have one digest |
 * | wrong unit       | the unit is whom the page showed in the task in which it read the flag; never an impersonator, or nobody |
 * | wrong variation  | the version and the variation are those of the value that was read, which the service had sent         |
 */
export function wrongExposures(evidence: Evidence): WrongExposure[] {
  const cases = casesIn(evidence)
  return [
    ...lost(evidence),
    ...doubled(cases, evidence),
    ...cases.flatMap((one) => wrongUnit(one, evidence)),
    ...cases.flatMap((one) => wrongVariation(one, evidence)),
    ...ambiguous(evidence.exposures),
  ]
}

/** The calls that have shown a variation for certain: their events say that it was that of their user. */
export function showingsIn({ calls, stored }: Evidence): Showing[] {
  const events = new Map(stored.map((event) => [event.name, event]))
  return calls.flatMap((call) => {
    const event = events.get(call.name)
    const unit = event && unitOf(event)
    const isConfirmed = event && call.isExposing && call.user === event.user && call.visitor === event.visitor
    if (!isConfirmed || unit === undefined || !call.plan || call.plan !== event.plan) return []
    return [{ call, stored: event, unit, ...readIn(call.plan) }]
  })
}

function unitOf({ user, visitor }: { user?: User; visitor?: string | undefined }): string | undefined {
  if (user === undefined || personOf(user).includes(' as ')) return undefined
  if (user !== ANONYMOUS) return `person ${personOf(user)}`
  return visitor === undefined ? undefined : `visitor ${visitor}`
}

/** The user and the number of a value such as `ida 3`. */
const readIn = (plan: string) => servedAs(userIn(plan), Number(plan.split(' ').at(-1)))
const userIn = (plan: string): User => plan.replace(/ \d+$/, '')
const shownIn = (exposure: Exposure): Shown => ({ ...exposure, unit: unitOf(exposure) })
const keyOf = ({ unit, variation, version }: Shown) => JSON.stringify([unit, variation, version])

function casesIn({ exposures, calls, stored }: Evidence): Case[] {
  const callOf = new Map(calls.map((call) => [call.name, call]))
  return exposures.map((exposure) => {
    const { page, n } = exposure.place
    const later = stored.filter(({ place }) => place.page === page && place.n > n)
    const next = later.sort((one, other) => one.place.n - other.place.n)[0]
    const isSameTask = next && next.happenedMs - exposure.happenedMs <= ON_THE_WAY_MS
    return { exposure, next: isSameTask ? next : undefined, call: isSameTask ? callOf.get(next.name) : undefined }
  })
}

function lost(evidence: Evidence): WrongExposure[] {
  return showingsIn(evidence).flatMap((showing) => {
    const { call, stored } = showing
    const key = keyOf(showing)
    // "An exposure that had to wait for its person" may have been recorded by another page meanwhile. Otherwise, two tabs have one moment.
    const untilMs = confirmedMs(call, evidence) <= call.atMs ? call.atMs + ON_THE_WAY_MS : stored.atMs
    const isRecorded = evidence.exposures.some((one) => keyOf(shownIn(one)) === key && one.happenedMs <= untilMs)
    return isRecorded ? [] : [{ kind: 'lost exposure', name: call.name, details: { call, stored } }]
  })
}

/** When who-am-i answered the question of a call on its page; `Infinity` if it did not. Without a token there is nothing to ask. */
function confirmedMs({ page, token, atMs }: Call, { questions, answers }: Evidence): number {
  if (token === undefined) return -Infinity
  const asked = questions.filter((one) => one.page === page && one.token === token && one.atMs <= atMs)
  const latestMs = Math.max(...asked.map((one) => one.atMs))
  const own = answers.filter(
    (one) =>
      one.page === page && one.token === token && one.user !== 'failed' && one.askedMs >= latestMs - SAME_TIME_MS,
  )
  return Math.min(...own.map((one) => one.atMs))
}

function doubled(cases: readonly Case[], evidence: Evidence): WrongExposure[] {
  const firsts = new Map<string, Case>()
  const inOrder = [...cases].sort((one, other) => one.exposure.happenedMs - other.exposure.happenedMs)
  return inOrder.flatMap((one) => {
    const key = keyOf(shownIn(one.exposure))
    const first = firsts.get(key) ?? one
    firsts.set(key, first)
    if (first === one || areAtOnce(first, one, evidence)) return []
    return [wrong('doubled exposure', one, { first: first.exposure })]
  })
}

/** "Two tabs in the same moment may record one again. Both have the same `exposure`." */
function areAtOnce(one: Case, other: Case, evidence: Evidence): boolean {
  if (one.exposure.place.page === other.exposure.place.page) return false
  if (one.exposure.digest !== other.exposure.digest) return false
  const [first, second] = [recordedMs(one, evidence), recordedMs(other, evidence)]
  return first[0] <= second[1] + ON_THE_WAY_MS && second[0] <= first[1] + ON_THE_WAY_MS
}

/** When an exposure was recorded, at the earliest and at the latest: when the flag was read, or when who-am-i answered after that. */
function recordedMs(
  { exposure: { happenedMs, atMs }, call }: Case,
  evidence: Evidence,
): [fromMs: number, toMs: number] {
  const answeredMs = call ? confirmedMs(call, evidence) : Infinity
  if (answeredMs === Infinity) return [happenedMs, atMs]
  const fromMs = Math.max(happenedMs, answeredMs)
  return [fromMs, fromMs]
}

function wrongUnit(one: Case, { ends }: Evidence): WrongExposure[] {
  const { exposure, next, call } = one
  const unit = unitOf(exposure)
  const said = (rule: string) => [wrong('wrong unit', one, { rule })]
  if (unit === undefined || unit.split(' ')[0] !== exposure.unit) return said('It has the unit of its identity.')
  if (exposure.user !== ANONYMOUS && exposure.visitor !== undefined) return said('A person is no visitor.')
  // "A variation that was chosen for somebody else" is not recorded. The page may show what was chosen for this user while it asks who that is.
  const isOfUser = call?.user === undefined ? userIn(call?.plan ?? '') === exposure.user : unitOf(call) === unit
  if (call) return isOfUser ? [] : said('It is of the one to whom the flag was shown.')
  // A page that ends may not have tracked its event, nor reported its call.
  const mayHaveEnded = [...ends.values()].some(
    ([fromMs, toMs]) => fromMs <= exposure.happenedMs + ON_THE_WAY_MS && exposure.happenedMs <= toMs,
  )
  return next || mayHaveEnded ? [] : said('It is recorded when the flag is read.')
}

function wrongVariation(one: Case, { flags }: Evidence): WrongExposure[] {
  const { exposure, call } = one
  const plan = call?.plan ?? exposure.plan
  const said = (rule: string) => [wrong('wrong variation', one, { rule })]
  if (!plan) return said('It has a value.')
  if (keyOf({ ...exposure, unit: '' }) !== keyOf({ ...readIn(plan), unit: '' }))
    return said('It is the value that was read.')
  // "It has the identity and all flags of its moment."
  if (call?.user === exposure.user && exposure.plan !== plan) return said('Its flags are those that were read.')
  const isSent = flags.some(
    ({ user, version, atMs }) => `${user} ${version}` === plan && atMs <= exposure.happenedMs + SAME_TIME_MS,
  )
  return isSent ? [] : said('The service had sent it.')
}

/** Exposures with one digest that do not say the same. */
function ambiguous(exposures: readonly Exposure[]): WrongExposure[] {
  const firsts = new Map<unknown, Exposure>()
  return exposures.flatMap((exposure) => {
    const first = firsts.get(exposure.digest) ?? exposure
    firsts.set(exposure.digest, first)
    if (exposure.digest && keyOf(shownIn(first)) === keyOf(shownIn(exposure))) return []
    const kind = unitOf(first) === unitOf(exposure) ? 'wrong variation' : 'wrong unit'
    return [wrong(kind, { exposure, next: undefined, call: undefined }, { first, rule: 'A digest means one thing.' })]
  })
}

const wrong = (kind: WrongExposure['kind'], { exposure, next, call }: Case, details: object): WrongExposure => ({
  ...{ kind, name: `exposure ${exposure.place.page}/${exposure.place.n}` },
  details: { exposure, next, call, ...details },
})

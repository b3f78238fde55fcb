import { judgeDevice } from './consentDevice.suite.ts'
import { isImpersonated, NEVER, type Tracked } from './consentFates.suite.ts'
import type { Seen } from './consentSeen.suite.ts'
import type { ConsentTruth } from './consentTruth.suite.ts'
import {
  DESTINATIONS,
  destinations,
  purposes,
  type Arrival,
  type Call,
  type Destination,
  type Purpose,
} from './consentWorld.suite.ts'

/** How much of what was seen has been judged before. */
export interface Mark {
  readonly arrivals: number
  readonly calls: number
  readonly requests: number
}

export const secretOf = (number: number) => `secret.person.${number}@mail.example`
const SECRET = /secret\.person\.\d+/

const isOf = (one: Tracked, { event }: Arrival) => (one.isProof ? event.id === one.name : event.name === one.name)

/** What is not as the documentation says. */
export function judge(truth: ConsentTruth, seen: Seen, since: Mark = { arrivals: 0, calls: 0, requests: 0 }): string[] {
  return [
    ...judgeStates(truth, seen),
    ...truth.tracked.flatMap((one) => destinations.flatMap((destination) => judgeFate(one, destination, seen))),
    ...seen.arrivals.slice(since.arrivals).flatMap((arrival) => judgeArrival(truth, arrival)),
    ...judgeOrder(truth, seen),
    ...judgeDevice(truth, seen),
    ...judgeSecrets(seen),
    ...judgeCalls(truth, seen.calls.slice(since.calls)),
    ...judgeRequests(truth, seen.requests.slice(since.requests)),
  ]
}

function judgeStates(truth: ConsentTruth, seen: Seen): string[] {
  return seen.pages.flatMap(({ number, states, shouldAsk, isLocked, decision }) => {
    const page = truth.pages.get(number)
    if (!page) return [`page ${number} is not known`]
    const { holder = '', forgotten, who } = page
    if (forgotten.has(holder) && truth.decisions.has(holder)) return []
    const expected = purposes.map((purpose) => truth.stateOf(page, purpose))
    const found = purposes.map((purpose) => states[purpose])
    const isOfSupport = isImpersonated(who)
    const asks = expected.includes('pending') && holder !== '' && !isOfSupport
    const ids = truth.decisions.get(holder)
    const isKnown =
      ids?.text !== truth.decisions.text ? decision === undefined : decision !== undefined && ids.ids.includes(decision)
    return [
      ...(found.join() === expected.join()
        ? []
        : [`page ${number} of ${who} says ${found.join()}, and not ${expected.join()}`]),
      ...(states['necessary'] === 'granted' || forgotten.has(holder)
        ? []
        : [`page ${number}: necessary is ${states['necessary']}`]),
      ...(shouldAsk === asks ? [] : [`page ${number}: shouldAsk is ${shouldAsk}`]),
      ...(isLocked === isOfSupport ? [] : [`page ${number}: isLocked is ${isLocked}`]),
      ...(isKnown || forgotten.has(holder) || holder === ''
        ? []
        : [`page ${number}: the decision in force is ${decision}`]),
    ]
  })
}

function judgeFate(one: Tracked, destination: Destination, { arrivals }: Seen): string[] {
  const { most, kind } = one.fates.get(destination) ?? NEVER
  const there = arrivals.filter((arrival) => arrival.destination === destination && isOf(one, arrival))
  const count = new Set(there.map(({ event }) => event.id)).size
  return count > most ? [`${one.name} of ${one.owner} is ${kind} at ${destination}, and arrived ${count} times`] : []
}

/** What must have arrived by now, at a destination whose purpose its owner allows. */
export function judgeMissing(truth: ConsentTruth, { arrivals }: Seen, holders: readonly string[]): string[] {
  return truth.tracked.flatMap((one) =>
    destinations.flatMap((destination) => {
      const { least, kind } = one.fates.get(destination) ?? NEVER
      const isGranted = (purpose: Purpose) => truth.decisions.state(one.owner, purpose) === 'granted'
      const isAllowed = one.isProof
        ? kind === 'proof' || purposes.some(isGranted)
        : isGranted(DESTINATIONS[destination])
      const page = truth.pages.get(one.page)
      const waits = one.isReleased.get(destination) !== true && page !== undefined && page.holder !== one.owner
      if (waits || least === 0 || (!isAllowed && kind !== 'done') || !holders.includes(one.owner)) return []
      const isThere = arrivals.some((arrival) => arrival.destination === destination && isOf(one, arrival))
      return isThere ? [] : [`${one.name} of ${one.owner} is ${kind} at ${destination}, and did not arrive`]
    }),
  )
}

/** An event is handed over once, where nothing has failed. */
export function judgeTwice({ arrivals }: Seen, among: readonly Destination[]): string[] {
  const keys = arrivals
    .filter(({ destination }) => among.includes(destination))
    .map((one) => `${one.event.name} ${one.event.id} at ${one.destination}`)
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))].map((key) => `${key}: more than once`)
}

function judgeArrival(truth: ConsentTruth, arrival: Arrival): string[] {
  const { event, destination } = arrival
  const { id, visitor, impersonator, accounts } = event.identity
  const one = truth.tracked.find((other) => isOf(other, arrival))
  if (!one && event.kind === 'consent') return [`a decision that nobody made arrived at ${destination}: ${event.id}`]
  if (!one) return []
  const [person, support] = (one.who ?? '').split(' as ').reverse()
  const plan = (event.properties as Record<string, unknown>)['LDFF: plan']
  const isUnknown = one.who === undefined
  const wrong = (what: string, found: unknown) => [`${one.name} at ${destination}: ${what} is ${JSON.stringify(found)}`]
  return [
    ...(event.at === one.at ? [] : wrong(`its time is not ${one.at}, and`, event.at)),
    ...(event.url.replace(/^.*test/, '') === one.url ? [] : wrong('the address', event.url)),
    ...((id ?? '') === person || isUnknown ? [] : wrong(`its user is not ${one.who}, and`, event.identity)),
    ...(impersonator === (support && `${support}@support.example`) || isUnknown
      ? []
      : wrong('impersonator', impersonator)),
    ...(id && visitor ? wrong('it has a visitor, too', visitor) : []),
    ...(accounts?.['company']?.key === (id && `company-of-${id}`) ? [] : wrong('company', accounts)),
    ...(plan === undefined || plan === `plan-of-${id ?? 'nobody'}` ? [] : wrong('LDFF: plan', plan)),
    ...(!one.decisions || one.decisions.includes(event.moment?.consent)
      ? []
      : wrong(`its decision is none of ${one.decisions.join()}, and`, event.moment?.consent)),
    ...(one.isProof && destination === 'script' ? wrong('a decision', event.id) : []),
    ...(one.states && JSON.stringify(sorted(event.properties['purposes'])) !== JSON.stringify(sorted(one.states))
      ? wrong(`its states are not ${JSON.stringify(one.states)}, and`, event.properties['purposes'])
      : []),
  ]
}

const sorted = (given: unknown) => Object.entries(given as object).sort(([left], [right]) => (left < right ? -1 : 1))

/** Events of one page and one user arrive at each destination in the order in which they happened. */
function judgeOrder(truth: ConsentTruth, { arrivals }: Seen): string[] {
  const last = new Map<string, { index: number; name: string }>()
  const seen = new Set<string>()
  return arrivals.flatMap((arrival) => {
    const index = truth.tracked.findIndex((one) => !one.isProof && isOf(one, arrival))
    const one = truth.tracked[index]
    const again = `${arrival.event.id} ${arrival.destination}`
    if (!one || seen.has(again) || truth.failing.has(arrival.destination)) return []
    seen.add(again)
    const key = `${one.page} ${arrival.destination} ${one.line}`
    const before = last.get(key)
    if (before && before.index > index) return [`${one.name} arrived at ${arrival.destination} after ${before.name}`]
    last.set(key, { index, name: one.name })
    return []
  })
}

function judgeSecrets({ items, databases, requests, arrivals }: Seen): string[] {
  const places = { 'the device': [items, databases], requests, arrivals }
  return Object.entries(places).flatMap(([place, texts]) => {
    const found = SECRET.exec(JSON.stringify(texts))
    return found ? [`${place}: ${found[0]}`] : []
  })
}

/** A script is called only while its purpose is allowed to the user of its page. */
function judgeCalls(truth: ConsentTruth, calls: readonly Call[]): string[] {
  return calls.flatMap(({ page, method }) => {
    if (method === 'allow' || method === 'reset') return []
    const isAllowed = truth.allowed.has(`${page} monitoring`)
    return isAllowed ? [] : [`page ${page}: ${method} of the script was called without consent`]
  })
}

function judgeRequests(truth: ConsentTruth, requests: Seen['requests']): string[] {
  return requests.flatMap(({ page, url }) => {
    if (!/\/(events|goals)\//.test(url)) return []
    const isAllowed = truth.allowed.has(`${page} analytics`)
    return isAllowed ? [] : [`page ${page}: a request to ${url} without consent`]
  })
}

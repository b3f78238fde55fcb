import { createFlagEngine } from '../flags/flagEngine.ts'
import type { ServerFlag } from '../flags/serverFlag.ts'
import { decidingAttributes } from './decidingAttributes.ts'
import type { Explanation, ExplanationQuestion, ExplanationReason, FlagVersion } from './explanation.ts'
import { flagStates, type FlagState } from './flagStates.ts'
import { stampDifferences, type EvaluatedThen } from './stampDifferences.ts'
import type { VersionStore } from './versionStore.ts'

/** A flag with its state: others were removed, or not there yet. */
type WithFlag = FlagState & { readonly flag: ServerFlag }
type Person = Readonly<Record<string, unknown>>
type Known = Extract<Explanation, { outcome: 'explained' }>

/**
 * For how many milliseconds after an event its page may have got its flags: an event that was tracked earlier waits for them, and the clocks of
 * a page and of the services are not the same.
 */
const LATER_MS = 60_000
/** How many earlier states of a flag are tried: a page may have been offline for long. */
const MAX_STATES = 300

/**
 * Says why a person had a value of a flag. A page may have an older version than the one in force, and several pages of a person may send
 * different contexts: the newest of them that leads to what the event says explains it.
 */
export async function explain(store: VersionStore, question: ExplanationQuestion): Promise<Explanation> {
  const { at, stamp } = question
  const last = store.stateAt(at) ?? 0
  const before = statesUntil(store, question, last)
  const inForce = before[0]
  const possible = [...before, ...statesAfter(store, question, last)].filter(
    ({ flag }) => stamp.version === undefined || flag.version === stamp.version,
  )
  const then = possible[0] ?? inForce
  if (then === undefined) return { outcome: 'unknown', message: noFlag(store, question, last) }
  const people = contextsOf(store, question, last)
  let differing: Known | undefined
  for (const state of possible.length === 0 ? [then] : possible)
    for (const person of people) {
      const evaluated = await evaluate(question, state, person)
      if (evaluated === undefined) continue
      const known = explained(store, question, { state, person, evaluated })
      const isBehind = inForce !== undefined && inForce.own.state > state.own.state
      if (known.differences.length === 0)
        return isBehind ? { ...known, inForce: versionOf(store, question, inForce) } : known
      differing ??= known
    }
  return differing ?? { outcome: 'unknown', message: noPerson(question), served: versionOf(store, question, then) }
}

/** The flag as it was in a state, then as before that. Without a version to look for, only as it was. */
function statesUntil(
  store: VersionStore,
  { environment, flag: key, stamp }: ExplanationQuestion,
  last: number,
): readonly WithFlag[] {
  const states: WithFlag[] = []
  let tried = 0
  for (const state of flagStates(store, { environment, key }, last)) {
    if (hasFlag(state)) states.push(state)
    if (stamp.version === undefined || ++tried === MAX_STATES) break
  }
  return states
}

/** As it was soon after. */
function statesAfter(store: VersionStore, question: ExplanationQuestion, last: number): readonly WithFlag[] {
  const { environment, flag: key, at, stamp } = question
  if (stamp.version === undefined) return []
  const begun = new Set<number>()
  return store
    .statesAfter(last, at + LATER_MS)
    .slice(0, MAX_STATES)
    .flatMap((number) => {
      const [state] = flagStates(store, { environment, key }, number)
      if (state === undefined || state.began <= last || begun.has(state.began) || !hasFlag(state)) return []
      begun.add(state.began)
      return [state]
    })
}

const hasFlag = (state: FlagState): state is WithFlag => state.flag !== undefined

/** The contexts of the person, the likeliest first: those with the accounts of the event, and of these the newest. */
function contextsOf(
  store: VersionStore,
  { environment, identity, at }: ExplanationQuestion,
  last: number,
): readonly Person[] {
  const key = identity.id ?? identity.visitor
  if (key === undefined) return []
  const place = { environment, key }
  const versions = [...store.contexts(place, last), ...store.contextsAfter(place, last, at + LATER_MS)]
  const people = [...new Set(versions.flatMap(({ json }) => json ?? []))].map((one) => JSON.parse(one) as Person)
  const isSame = (person: Person) => hasAccounts(person, identity.accounts)
  return [...people.filter(isSame), ...people.filter((person) => !isSame(person))]
}

function hasAccounts(person: Person, accounts: ExplanationQuestion['identity']['accounts']): boolean {
  return Object.entries(accounts ?? {}).every(
    ([kind, { key }]) => (person[kind] as { readonly key?: unknown } | undefined)?.key === key,
  )
}

async function evaluate(
  { environment: id, flag }: ExplanationQuestion,
  { flags, segments }: FlagState,
  person: Person,
): Promise<EvaluatedThen | undefined> {
  const engine = createFlagEngine({ id, levels: [], flags }, segments)
  try {
    const result = (await engine.evaluate(person, { withReasons: true, forServers: true }))?.get(flag)?.result
    if (result === undefined) return undefined
    const { value, variation, reason } = result
    return {
      value,
      reason: reason as ExplanationReason,
      ...(typeof variation === 'number' && { variation }),
    }
  } finally {
    engine.close()
  }
}

function explained(
  store: VersionStore,
  question: ExplanationQuestion,
  {
    state,
    person,
    evaluated,
  }: { readonly state: WithFlag; readonly person: Person; readonly evaluated: EvaluatedThen },
): Known {
  const { flag } = state
  const { reason, variation } = evaluated
  const name = flag.variationNames?.[variation ?? -1]
  const rule = ruleOf(flag, reason)
  return {
    outcome: 'explained',
    served: versionOf(store, question, state),
    ...evaluated,
    ...(name != null && { variationName: name }),
    ...(rule && { rule }),
    context: person,
    attributes: decidingAttributes(state, reason, person),
    differences: stampDifferences(question.stamp, evaluated, flag),
  }
}

function ruleOf(flag: ServerFlag, { kind, ruleIndex = -1 }: ExplanationReason): Known['rule'] {
  if (kind === 'RULE_MATCH') return { ...flag.rules[ruleIndex] }
  return kind === 'FALLTHROUGH' ? { ...flag.fallthrough } : undefined
}

function versionOf(
  store: VersionStore,
  { environment, flag: key }: ExplanationQuestion,
  { flag, own }: WithFlag,
): FlagVersion {
  const until = store.next({ kind: 'flag', environment, key }, own.state)?.since
  return { flag, version: flag.version, since: own.since, ...(until !== undefined && { until }) }
}

function noFlag(store: VersionStore, { flag, environment }: ExplanationQuestion, last: number): string {
  if (last === 0) return 'The services have kept versions of flags only since after this moment.'
  if (last < store.floor()) return 'The versions of flags of this moment were deleted to make room for later ones.'
  return `There was no flag ${flag} in the environment ${environment} at this moment.`
}

function noPerson({ identity }: ExplanationQuestion): string {
  const key = identity.id ?? identity.visitor
  if (key === undefined) return 'The event does not say whose flags these were.'
  return `What the flag service knew of ${key} at this moment is not known: it has not kept a context of that time.`
}

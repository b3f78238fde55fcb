import { createContext } from 'react'
import type { ReceivedEvent } from '../../../src/collector/collector.ts'
import { isRecord } from '../../../src/json/isRecord.ts'
import { sameJson } from '../format/sameJson.ts'

/** The accounts of a person by kind, as contexts of flags. */
export type PersonAccounts = Readonly<Record<string, { readonly key: string; readonly [attribute: string]: unknown }>>

/** By id of the person. The settings of the application decide about accounts, and only its events tell them to the console. */
export type KnownAccounts = ReadonlyMap<string, PersonAccounts>

/** The accounts of people, for the evaluation of flags. */
export const AccountsContext = createContext<KnownAccounts>(new Map())

const NO_KIND: ReadonlySet<string> = new Set(['user', 'kind', 'multi'])

/**
 * Adds what events tell about accounts. The newest event is the first one, and decides. Returns the same map if nothing has changed.
 *
 * @param areNewer whether the events are newer than what is known
 */
export function withAccounts(
  before: KnownAccounts,
  events: readonly ReceivedEvent[],
  areNewer: boolean,
): KnownAccounts {
  const told = new Map<string, PersonAccounts>()
  for (const { event } of events) {
    // An event that breaks a view must not break the whole console.
    const { id, accounts } = event.identity ?? {}
    if (id !== undefined && !told.has(id)) told.set(id, accountsIn(accounts))
  }
  const changes = [...told].filter(([id, accounts]) => {
    const known = before.get(id)
    return known === undefined || (areNewer && !sameJson(known, accounts))
  })
  return changes.length > 0 ? new Map([...before, ...changes]) : before
}

/** Anybody may post: one account without a key would make the evaluator refuse the whole context. */
function accountsIn(told: unknown): PersonAccounts {
  const valid = Object.entries(isRecord(told) ? told : {}).filter(
    ([kind, account]) =>
      /^[\w.-]+$/.test(kind) &&
      !NO_KIND.has(kind) &&
      isRecord(account) &&
      typeof account['key'] === 'string' &&
      account['key'] !== '',
  )
  return Object.fromEntries(valid) as PersonAccounts
}

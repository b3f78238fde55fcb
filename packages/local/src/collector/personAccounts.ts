import type { ReceivedEvent } from './collector.ts'
import { isRecord } from '../json/isRecord.ts'

/** The accounts of a person by kind, as contexts of flags. */
export type PersonAccounts = Readonly<Record<string, { readonly key: string; readonly [attribute: string]: unknown }>>

const NO_KIND: ReadonlySet<string> = new Set(['user', 'kind', 'multi'])

/** What events tell about accounts. The newest event is the first one, and decides. */
export function accountsIn(events: readonly ReceivedEvent[]): ReadonlyMap<string, PersonAccounts> {
  const told = new Map<string, PersonAccounts>()
  for (const { event } of events) {
    // An event that breaks a view must not break the whole console.
    const { id, accounts } = event.identity ?? {}
    if (id !== undefined && !told.has(id)) told.set(id, validAccounts(accounts))
  }
  return told
}

/** Anybody may post: one account without a key would make the evaluator refuse the whole context. */
function validAccounts(told: unknown): PersonAccounts {
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

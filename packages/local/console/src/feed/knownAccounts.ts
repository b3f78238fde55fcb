import { createContext } from 'react'
import type { PersonAccounts } from '../../../src/collector/personAccounts.ts'
import { sameJson } from '../format/sameJson.ts'

/** By id of the person. The settings of the application decide about accounts, and only its events tell them to the console. */
export type KnownAccounts = ReadonlyMap<string, PersonAccounts>

/** The accounts of people, for the evaluation of flags. */
export const AccountsContext = createContext<KnownAccounts>(new Map())

/**
 * Adds what was told about accounts. Returns the same map if nothing has changed.
 *
 * @param areNewer whether it is newer than what is known
 */
export function withAccounts(before: KnownAccounts, told: KnownAccounts, areNewer: boolean): KnownAccounts {
  const changes = [...told].filter(([id, accounts]) => {
    const known = before.get(id)
    return known === undefined || (areNewer && !sameJson(known, accounts))
  })
  return changes.length > 0 ? new Map([...before, ...changes]) : before
}

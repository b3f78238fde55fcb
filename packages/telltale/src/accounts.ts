import { accountsPart, type AccountsOf, type PersonAccounts } from './identity/accountsPart.ts'

/**
 * The accounts of each person by kind, for flags, events and vendors. The function is called with each person that who-am-i, `identity.person`
 * or `telltale.identify` names, and with the remembered one. An account with another key begins another epoch, as another user does. An
 * account without a key is left out. One that cannot be used is left out and reported: flags and events go on without it.
 *
 * @example
 * ```ts
 * identity: { accounts: accounts((person) => ({ organization: { key: person.company_id } })) },
 * ```
 */
export const accounts = (accountsOf: AccountsOf): PersonAccounts => accountsPart(accountsOf)

export type { AccountInput, AccountsInput } from './identity/identitySource.ts'
export type { Person, RegisteredPerson } from './core/model/identity.ts'
export type { AccountsOf, PersonAccounts }

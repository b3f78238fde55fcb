import type { Accounts, Person, RegisteredPerson } from '../core/model/identity.ts'
import type { AccountsInput } from './identitySource.ts'
import { readAccounts } from './readAccounts.ts'
import type { Report } from './readPerson.ts'

/** The accounts in the settings of the layer: from `accounts`. */
export interface PersonAccounts {
  /** Tells them from other parts of the settings. */
  readonly name: 'accounts'
}

/** The function of the application. */
export type AccountsOf = (person: RegisteredPerson) => AccountsInput

/** What they consist of. */
export interface AccountsPart extends PersonAccounts {
  readonly accountsOf: AccountsOf
  /** Never throws. */
  read(person: Person, report: Report): Accounts | undefined
}

export const accountsPart = (accountsOf: AccountsOf): AccountsPart => ({
  name: 'accounts',
  accountsOf,
  read: (person, report) => readAccounts(() => accountsOf(person as RegisteredPerson), report),
})

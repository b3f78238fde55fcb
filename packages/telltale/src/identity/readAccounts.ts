import { copyJson, fieldsOf, freezeDeep, isRecord, readProperty } from '../core/lib/json.ts'
import { isThenable } from '../core/lib/thenable.ts'
import { withoutSecrets, type Account, type Accounts } from '../core/model/identity.ts'
import { makeTexts, type Report } from './readPerson.ts'

/** What the flag service accepts as a kind, except for that of the person. */
const KIND = /^(?!(user|kind|multi|__proto__)$)[\w.-]+$/
/** The maximum number of accounts of a person. Each event has them. */
const MAX_ACCOUNTS = 10

/**
 * The accounts by kind, as plain JSON that cannot be changed and has no secrets; `undefined` when there are none. Accounts that cannot be
 * used are left out and reported. Never throws.
 */
export function readAccounts(accountsOf: () => unknown, report: Report): Accounts | undefined {
  const accounts: Record<string, Account> = {}
  const lost = new Set<string>()
  let given: unknown
  try {
    given = accountsOf() ?? {}
    if (!isRecord(given) || isThenable(given)) throw new Error()
    const all = given
    Object.keys(all).forEach((kind, index) => {
      const onLoss = () => void lost.add(kind)
      // The fields of a class may be getters, of which JSON has none.
      const holder = {
        get [kind]() {
          const account = all[kind]
          return isRecord(account) && 'key' in account
            ? Object.fromEntries(fieldsOf(account).map((field) => [field, account[field]]))
            : account
        },
      }
      const account = readProperty(holder, kind, onLoss) || {}
      const fields = { ...account } as Account
      makeTexts(fields, ['key', 'name'], onLoss)
      if (!KIND.test(kind) || index >= MAX_ACCOUNTS || !isRecord(account)) onLoss()
      // oxlint-disable-next-line telltale/plain-keys -- `KIND` has refused `__proto__`.
      else if (fields.key && !lost.has(kind)) accounts[kind] = freezeDeep(copyJson(fields, withoutNulls)) as Account
    })
  } catch {
    lost.add('all')
    void Promise.resolve(given).catch(() => {}) // avoids an unhandled rejection
  }
  if (lost.size) report(`Accounts are left out: ${[...lost].join(', ')} (T170)`)
  return Object.keys(accounts)[0] === undefined ? undefined : Object.freeze(accounts)
}

const withoutNulls = (field: string, value: unknown) => withoutSecrets(field, value) ?? undefined

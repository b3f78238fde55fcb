import { accounts as accountsOf } from 'telltale/accounts'

/** The company of a person, for flags that are released by company and for events. */
export const accounts = accountsOf(({ company_id: key, company_name: name }) => ({ organization: { key, name } }))

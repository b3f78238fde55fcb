import type { Person } from 'telltale'

/** The company of a person, for flags that are released by company and for events. */
export const accounts = ({ company_id: key, company_name: name }: Person) => ({ organization: { key, name } })

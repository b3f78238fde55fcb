import type { Person } from '../core/model/identity.ts'

export interface Description {
  displayIdentity: string
  impersonator?: string
}

/** For people to read. `mimic_user` is the address of whoever looks at the application as this person. */
export function describePerson(person: Person): Description {
  const name = person.user_name ?? person.email_address ?? person.unique_identity
  const impersonator = person.mimic_user
  return impersonator ? { displayIdentity: `${impersonator} as ${name}`, impersonator } : { displayIdentity: name }
}

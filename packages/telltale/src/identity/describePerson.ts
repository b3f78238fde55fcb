import type { Person } from '../core/model/identity.ts'

export interface Description {
  displayIdentity: string
  impersonator?: string
}

/** For people to read. `mimic_user` is the address of the person who looks at the application as this one. */
export function describePerson(person: Person): Description {
  const { user_name, email_address, unique_identity, mimic_user: impersonator } = person
  // Beside `mimic_user: true` the address is the impersonator's.
  const ownAddress = email_address === impersonator ? undefined : email_address
  const name = user_name ?? ownAddress ?? unique_identity
  return impersonator ? { displayIdentity: `${impersonator} as ${name}`, impersonator } : { displayIdentity: name }
}

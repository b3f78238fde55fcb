import { expect, it } from 'vitest'
import { describePerson } from './describePerson.ts'

it.each([
  [{ unique_identity: 'u-1' }, 'u-1'],
  [{ unique_identity: 'u-1', email_address: 'ida@example.com' }, 'ida@example.com'],
  [{ unique_identity: 'u-1', email_address: 'ida@example.com', user_name: 'Ida Berg' }, 'Ida Berg'],
])('shows a person by name, else by address, else by identity (%#)', (person, shown) => {
  expect(describePerson(person)).toEqual({ displayIdentity: shown })
})

it('shows an impersonated person with the impersonator before the name', () => {
  const person = { unique_identity: 'u-1', user_name: 'Ida Berg', mimic_user: 'sam@support.example' }
  expect(describePerson(person)).toEqual({
    displayIdentity: 'sam@support.example as Ida Berg',
    impersonator: 'sam@support.example',
  })
})

it('shows an impersonated person without a name by identity when the address is the impersonator’s', () => {
  const person = { unique_identity: 'u-1', email_address: 'sam@support.example', mimic_user: 'sam@support.example' }
  expect(describePerson(person).displayIdentity).toBe('sam@support.example as u-1')
})

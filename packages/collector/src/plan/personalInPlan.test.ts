import { expect, test } from 'vitest'
import { z } from 'zod'
import { personalInPlan } from './personalInPlan.ts'
import type { JsonSchema } from './plan.ts'
import { planOf } from './planOf.ts'

const TEXT = { type: 'string' }
const found = (properties: Record<string, JsonSchema>, more: object = {}) =>
  personalInPlan({ events: { sent: { type: 'object', properties, ...more } } }).map(
    ({ event, property, because }) => `${event} ${property} ${because}`,
  )

test.each([
  'email,customerEmail,E-Mail,phone,mobile_number,fax,firstName,last_name,surname,full_name,birthday,date_of_birth',
  'street,postcode,zip_code,passport_number,iban,card_number,ssn,user_name,ip_address',
  'password,tokens,apiKey,Kennwort',
])('a name that looks personal is found: %s', (names) => {
  for (const name of names.split(',')) expect(found({ [name]: TEXT })).toEqual([`sent ${name} name`])
})

test.each([
  'total,name,street_view,city,currency,pin,cookie,emailed,email_count,email_verified_at,token_type,addressed,zipped',
  'phone_type,machine_name,product,iban_country,file_name,phones_sold,mobile_app_version,zip',
])('other names are not: %s', (names) => {
  for (const name of names.split(',')) expect(found({ [name]: TEXT })).toEqual([])
})

test('a property that is marked is not found, nor is what is below it, nor one that is said to be none, nor one that is true or false', () => {
  expect(
    found({
      email: { ...TEXT, 'x-personal': true },
      phone: { ...TEXT, 'x-personal': false },
      has_email: { type: 'boolean' },
      fax: { type: ['boolean', 'null'] },
      customer: { 'x-personal': true, properties: { email: TEXT, address: { examples: ['ann@example.com'] } } },
    }),
  ).toEqual([])
})

test.each<[string, JsonSchema]>([
  ['an example', { examples: ['x', 'to ann@example.com'] }],
  ['a value', { enum: ['none', 'ann@example.com'] }],
  ['the only value', { const: '+49 151 23456789' }],
  ['the default', { default: { to: ['4111 1111 1111 1111'] } }],
])('%s that looks personal is found, and is not in the finding', (_, schema) => {
  const findings = personalInPlan({ events: { sent: { type: 'object', properties: { contact: schema } } } })
  expect(findings).toEqual([{ event: 'sent', property: 'contact', because: 'value', looksLike: expect.any(String) }])
  expect(JSON.stringify(findings)).not.toMatch(/ann@|151|4111/)
})

test('it looks into lists, branches, references and objects of any names, and ends in a schema of itself', () => {
  const node = { type: 'object', properties: { email: TEXT, next: { $ref: '#/$defs/node' } } }
  expect(
    found(
      {
        lines: { type: 'array', items: { type: 'object', properties: { email: TEXT } } },
        pair: { prefixItems: [{ properties: { phone: TEXT } }] },
        either: { anyOf: [{ properties: { email: TEXT } }, { type: 'null' }] },
        any: { additionalProperties: { properties: { email: TEXT } } },
        node: { $ref: '#/$defs/node' },
        gone: { $ref: '#/$defs/gone' },
      },
      { $defs: { node } },
    ),
  ).toEqual([
    'sent lines.[].email name',
    'sent pair.[].phone name',
    'sent either.email name',
    'sent any.*.email name',
    'sent node.email name',
  ])
})

test('a name that is personal data itself is not in the finding', () => {
  expect(found({ 'ann@example.com': TEXT })).toEqual(['sent [email] name'])
})

test('a schema of zod marks a property', () => {
  const schema = z.object({ email: z.string().meta({ 'x-personal': true }), phone: z.string() })
  expect(personalInPlan(planOf({ sent: schema })).map(({ property }) => property)).toEqual(['phone'])
})

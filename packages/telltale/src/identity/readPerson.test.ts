import { describe, expect, it } from 'vitest'
import {
  FALSE_SPELLINGS,
  LISTS_WITH_GAPS,
  LONG_INTEGERS,
  NAMES_OF_THE_LANGUAGE,
  NO_IDS,
  PrivateOnly,
  READABLE,
  revokedProxy,
  TRUE_SPELLINGS,
  UNREADABLE,
  UNREADABLE_PLACES,
  WithGetters,
  withThrowingGetter,
} from '../testing/oddValues.suite.ts'
import { describePerson, personOf, readPerson } from './readPerson.ts'

describe('the answer of who-am-i', () => {
  it('the answer of who-am-i keeps its field names and additional fields', () => {
    const answer = { unique_identity: 'u-1', company_name: 'Northgate', first_name: 'Ida', cached: true }
    expect(readPerson(JSON.stringify(answer))).toEqual(answer)
  })

  it('ids that are numbers are converted to strings', () => {
    expect(readPerson('{"unique_identity":17,"user_id":42,"company_id":"7"}')).toEqual({
      unique_identity: '17',
      user_id: '42',
      company_id: '7',
    })
  })

  const IDS = ['unique_identity', 'user_id', 'company_id']

  it.each(IDS.flatMap((field) => LONG_INTEGERS.map((digits) => [field, digits] as const)))(
    '%s keeps the digits of %s, which JavaScript would round to the id of another user',
    (field, digits) => {
      expect(readPerson(`{"unique_identity":"u-1", "${field}" : ${digits} }`)).toMatchObject({ [field]: digits })
      expect(readPerson(`{"unique_identity":"u-1","${field}":${digits}}`)).toMatchObject({ [field]: digits })
    },
  )

  it('integers that JavaScript would round are texts in other fields, too', () => {
    const body = '{"unique_identity":"u-1","account":{"ids":[9007199254740993,-9007199254740993,7]}}'
    expect(readPerson(body)).toMatchObject({ account: { ids: ['9007199254740993', '-9007199254740993', 7] } })
  })

  it.each([
    ['a safe integer', '9007199254740991'],
    ['a fraction with many digits', '0.12345678901234567890'],
    ['a large fraction', '12345678901234567890.5'],
    ['a number with an exponent', '12345678901234567890e-3'],
    ['digits in a text', '"n: 9007199254740993, m"'],
    ['digits after an escaped quotation mark', '"\\\" 9007199254740993"'],
    ['digits after an escaped backslash', '["\\\\", 0.5, "\\\\\\" 9007199254740993"]'],
  ])('%s is read as JSON reads it', (_title, json) => {
    const body = `{"unique_identity":"u-1","field":${json},"9007199254740993":1}`
    expect(readPerson(body)).toEqual(JSON.parse(body))
  })

  it.each(NO_IDS)('the number %d is no id', (number) => {
    expect(personOf({ unique_identity: number })).toBeUndefined()
    expect(personOf({ unique_identity: 'u-1', user_id: number, company_id: number })).toEqual({
      unique_identity: 'u-1',
    })
  })

  it('an answer of a million characters that is no JSON is refused at once', () => {
    const start = performance.now()
    for (const part of ['\\"', '"', '9', '-', '"9'])
      expect(readPerson('{"a":"' + part.repeat(999_990 / part.length))).toBeUndefined()
    for (const text of ['\\"'.repeat(400_000), '9'.repeat(900_000)])
      expect(readPerson(`{"unique_identity":"u-1","a":"${text}"}`)).toMatchObject({ unique_identity: 'u-1' })
    expect(performance.now() - start).toBeLessThan(1_000)
  })

  it('null, and text fields of another type, count as absent', () => {
    const body = '{"unique_identity":"u-1","user_name":null,"mimic_user":false,"email_address":{},"phone_number":null}'
    expect(readPerson(body)).toStrictEqual({ unique_identity: 'u-1' })
  })

  it('an empty text counts as absent', () => {
    const body = '{"unique_identity":"u-1","user_name":"","company_id":""}'
    expect(readPerson(body)).toEqual({ unique_identity: 'u-1' })
  })

  it('the impersonator is read from email_address when mimic_user is only a marker, and the address is not that of the user', () => {
    for (const mimic_user of [true, 'true', 1, 'sam@support.example']) {
      const body = JSON.stringify({ unique_identity: 'u-1', email_address: 'sam@support.example', mimic_user })
      expect(readPerson(body)).toEqual({ unique_identity: 'u-1', mimic_user: 'sam@support.example' })
    }
    const own = { unique_identity: 'u-1', email_address: 'dana@example.com', mimic_user: 'sam@support.example' }
    expect(readPerson(JSON.stringify(own))).toEqual(own)
  })

  describe('mimic_user', () => {
    const read = (mimic_user: unknown, email_address?: unknown) => {
      const reported: string[] = []
      const answer = { unique_identity: 'u-1', user_name: 'Dana', email_address, mimic_user }
      const person = personOf(answer, (message) => reported.push(message))
      // The person is remembered, and read again on the next page.
      expect(personOf(JSON.parse(JSON.stringify(person)))).toEqual(person)
      return { impersonator: person?.mimic_user, reported }
    }

    it.each(FALSE_SPELLINGS)('%j is no impersonation', (marker) => {
      expect(read(marker, 'sam@support.example')).toEqual({ impersonator: undefined, reported: [] })
    })

    it.each(TRUE_SPELLINGS)('%j is an impersonation by the person of email_address', (marker) => {
      expect(read(marker, 'sam@support.example')).toEqual({ impersonator: 'sam@support.example', reported: [] })
    })

    it.each([undefined, null, '', 'yes', 'no', ' No '])(
      'true is an impersonation by an unknown person when email_address is %j',
      (email) => {
        expect(read(true, email)).toEqual({ impersonator: 'unknown impersonator', reported: [] })
        expect(read('1', email)).toEqual({ impersonator: 'unknown impersonator', reported: [] })
      },
    )

    it.each<[unknown, string]>([
      ['sam@support.example', 'sam@support.example'],
      ['Sam Reed', 'Sam Reed'],
      ['Noah', 'Noah'],
      ['Tom', 'Tom'],
      ['4711', '4711'],
      [{ email_address: 'jo@support.example', user_name: 'Jo', unique_identity: 's-1' }, 'jo@support.example'],
      [{ email_address: null, user_name: 'Jo', unique_identity: 's-1' }, 'Jo'],
      [{ email_address: 'no', user_name: 'Jo' }, 'Jo'],
      [{ unique_identity: 's-1' }, 's-1'],
      [{ unique_identity: 4711 }, '4711'],
    ])('%j is an impersonation by %s', (marker, impersonator) => {
      expect(read(marker, 'ida@example.com')).toEqual({ impersonator, reported: [] })
    })

    it.each([
      2,
      -1,
      0.5,
      9007199254740992,
      [],
      ['jo@support.example'],
      [false],
      {},
      { email_address: '' },
      { email_address: 'no' },
      { active: false },
      { user_name: 'true' },
    ])('%j is an impersonation by an unknown person, and is reported', (marker) => {
      expect(read(marker, 'ida@example.com')).toEqual({
        impersonator: 'unknown impersonator',
        reported: ['A person has unreadable fields: mimic_user (T148)'],
      })
    })
  })

  it('the answer may be nested, up to 100 levels', () => {
    const nested = (levels: number) => `{"unique_identity":"u-1","roles":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(readPerson(nested(99))).toMatchObject({ unique_identity: 'u-1', roles: [expect.anything()] })
    expect(readPerson(nested(100))).toBeUndefined()
    expect(readPerson(nested(20_000))).toBeUndefined()
  })

  it('the answer may be up to a million characters long', () => {
    const long = (characters: number) => '{"unique_identity":"u-1"}'.padEnd(characters)
    expect(readPerson(long(1_000_000))).toEqual({ unique_identity: 'u-1' })
    expect(readPerson(long(1_000_001))).toBeUndefined()
  })

  it.each(['', '<html>', 'null', '[]', '"u-1"', '{}', '{"unique_identity":""}', '{"unique_identity":null}'])(
    'the answer is not a person when the body is %j',
    (body) => expect(readPerson(body)).toBeUndefined(),
  )
})

describe('a person that the application gives', () => {
  function read(person: object) {
    const reported: string[] = []
    return { person: personOf(person, (message) => reported.push(message)), reported }
  }
  const named = (field: string) => [`A person has unreadable fields: ${field} (T148)`]

  it.each([...UNREADABLE_PLACES, ...LISTS_WITH_GAPS])(
    '%s is left out of the person, and the field is named once',
    (_, make) => {
      const { person, reported } = read({ unique_identity: 'u-1', user_name: 'Ida', tenant: make() })
      expect(person).toMatchObject({ unique_identity: 'u-1', user_name: 'Ida' })
      expect(personOf(JSON.parse(JSON.stringify(person)))).toEqual(person)
      expect(reported).toEqual(named('tenant'))
    },
  )

  it.each(READABLE)('%s is read', (_, value, json) => {
    expect(read({ unique_identity: 'u-1', field: value })).toEqual({
      person: { unique_identity: 'u-1', field: json },
      reported: [],
    })
  })

  it('a field loses only what cannot be read', () => {
    const company = { id: 'c-1', rename: () => {}, seats: [1, Number.NaN, { max: 5n, used: 2 }] }
    expect(read({ unique_identity: 'u-1', company })).toEqual({
      person: { unique_identity: 'u-1', company: { id: 'c-1', seats: [1, null, { used: 2 }] } },
      reported: named('company'),
    })
  })

  it('a getter that throws leaves out its field', () => {
    const { person, reported } = read(withThrowingGetter('tenant', { unique_identity: 'u-1' }))
    expect(person).toEqual({ unique_identity: 'u-1' })
    expect(reported).toEqual(named('tenant'))
  })

  it.each(UNREADABLE)('an impersonation is never taken for none when mimic_user is %s', (_, make) => {
    const { person, reported } = read({ unique_identity: 'u-1', mimic_user: make() })
    expect(person).toEqual({ unique_identity: 'u-1', mimic_user: 'unknown impersonator' })
    expect(reported).toEqual(named('mimic_user'))
  })

  it.each(NO_IDS)('the number %d as another id is left out and named', (number) => {
    expect(read({ unique_identity: 'u-1', company_id: number }).reported).toEqual(named('company_id'))
  })

  it.each(NAMES_OF_THE_LANGUAGE)('a field may be called %s', (name) => {
    const given = JSON.parse(`{"unique_identity":"u-1","${name}":{"a":1}}`) as object
    const { person, reported } = read(given)
    expect(Object.entries(person ?? {})).toEqual(Object.entries(given))
    expect(reported).toEqual([])
  })

  it('a class may have its id and its impersonator as getters', () => {
    const Session = function () {} as unknown as new () => object
    Object.defineProperties(Session.prototype, {
      unique_identity: { get: () => 'u-1' },
      mimic_user: { get: () => 'sam' },
    })
    expect(read(new Session()).person).toEqual({ unique_identity: 'u-1', mimic_user: 'sam' })
  })

  it('a person has all getters of its classes, and its own fields', () => {
    class Session extends WithGetters {
      readonly unique_identity = 'u-1'
      get manager() {
        return new PrivateOnly()
      }
    }
    const { person, reported } = read(new Session())
    expect(person).toEqual({ unique_identity: 'u-1', tier: 'gold', name: 'Acme', key: 'acme' })
    expect(reported).toEqual(named('manager'))
  })

  it('each field is read once', () => {
    const reads: string[] = []
    const given = new Proxy(
      { unique_identity: 'u-1', mimic_user: 'sam', user_name: 'Ida', company: { id: 1 } } as object,
      {
        get(target, name) {
          reads.push(String(name))
          return Reflect.get(target, name)
        },
      },
    )
    read(given)
    expect(reads.sort()).toEqual(['company', 'mimic_user', 'unique_identity', 'user_name'])
  })

  it('a person cannot be changed, at any depth', () => {
    const given = { unique_identity: 'u-1', company: { sites: [{ id: 's-1' }] } }
    const person = personOf(given) as typeof given
    for (const part of [person, person.company, person.company.sites, person.company.sites[0]])
      expect(Object.isFrozen(part)).toBe(true)
    expect(Object.isFrozen(given.company)).toBe(false)
    given.company.sites.push({ id: 's-2' })
    expect(person.company.sites).toEqual([{ id: 's-1' }])
  })

  it('an object that cannot be read at all throws, which its caller expects', () => {
    expect(() => personOf(revokedProxy())).toThrow(TypeError)
  })
})

it.each([
  [{ unique_identity: 'u-1', email_address: 'ida@example.com' }, 'u-1'],
  [{ unique_identity: 'u-1', email_address: 'ida@example.com', user_name: 'Ida Berg' }, 'Ida Berg'],
])('shows a person by name, else by identity, and never by e-mail address (%#)', (person, shown) => {
  expect(describePerson(person)).toEqual({ name: shown, displayIdentity: shown })
})

it('the display identity of an impersonated person begins with the impersonator', () => {
  const person = { unique_identity: 'u-1', user_name: 'Ida Berg', mimic_user: 'sam@support.example' }
  expect(describePerson(person)).toEqual({
    name: 'Ida Berg',
    displayIdentity: 'sam@support.example as Ida Berg',
    impersonator: 'sam@support.example',
  })
})

it('the display identity of an impersonated person without a name has the identity, and not the e-mail address', () => {
  const person = { unique_identity: 'u-1', email_address: 'ida@example.com', mimic_user: 'sam@support.example' }
  expect(describePerson(person).displayIdentity).toBe('sam@support.example as u-1')
})

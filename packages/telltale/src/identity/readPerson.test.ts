import { describe, expect, it } from 'vitest'
import { readPerson } from './readPerson.ts'

describe('the answer of who-am-i', () => {
  it('keeps its names and the fields that nobody asked for', () => {
    const answer = { unique_identity: 'u-1', company_name: 'Northgate', first_name: 'Ida', cached: true }
    expect(readPerson(JSON.stringify(answer))).toEqual(answer)
  })

  it('makes text of ids that come as numbers', () => {
    expect(readPerson('{"unique_identity":17,"user_id":42,"company_id":"7"}')).toEqual({
      unique_identity: '17',
      user_id: '42',
      company_id: '7',
    })
  })

  it('takes null, and text fields of another type, for absent', () => {
    const body = '{"unique_identity":"u-1","user_name":null,"mimic_user":false,"email_address":{},"phone_number":null}'
    expect(readPerson(body)).toEqual({ unique_identity: 'u-1' })
  })

  it('names the impersonator by email_address where mimic_user is only a marker', () => {
    const body = JSON.stringify({ unique_identity: 'u-1', email_address: 'sam@support.example', mimic_user: true })
    expect(readPerson(body)).toEqual({
      unique_identity: 'u-1',
      email_address: 'sam@support.example',
      mimic_user: 'sam@support.example',
    })
  })

  it.each([
    [true, undefined],
    [{ email_address: 'jo@support.example' }, 'ida@example.com'],
    [['jo@support.example'], 'ida@example.com'],
  ])('is an impersonation by an unknown person where mimic_user is %j and email_address is %s', (mimic_user, email) => {
    const body = JSON.stringify({ unique_identity: 'u-1', email_address: email, mimic_user })
    expect(readPerson(body)).toMatchObject({ mimic_user: 'unknown impersonator' })
  })

  it.each([null, false, '', 0])('is of nobody who is impersonated where mimic_user is %j', (mimic_user) => {
    expect(readPerson(JSON.stringify({ unique_identity: 'u-1', mimic_user }))).toEqual({ unique_identity: 'u-1' })
  })

  it('may be nested, up to 100 levels', () => {
    const nested = (levels: number) => `{"unique_identity":"u-1","roles":${'['.repeat(levels)}${']'.repeat(levels)}}`
    expect(readPerson(nested(99))).toMatchObject({ unique_identity: 'u-1', roles: [expect.anything()] })
    expect(readPerson(nested(100))).toBeUndefined()
    expect(readPerson(nested(20_000))).toBeUndefined()
  })

  it('may be up to a million characters long', () => {
    const long = (characters: number) => '{"unique_identity":"u-1"}'.padEnd(characters)
    expect(readPerson(long(1_000_000))).toEqual({ unique_identity: 'u-1' })
    expect(readPerson(long(1_000_001))).toBeUndefined()
  })

  it.each(['', '<html>', 'null', '[]', '"u-1"', '{}', '{"unique_identity":""}', '{"unique_identity":null}'])(
    'is nobody when the body is %j',
    (body) => expect(readPerson(body)).toBeUndefined(),
  )
})

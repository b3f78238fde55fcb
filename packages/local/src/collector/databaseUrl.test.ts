import { createClient } from '@libsql/client'
import { describe, expect, test } from 'vitest'
import { databaseName, databaseProblem, databaseUrl } from './databaseUrl.ts'

/** The error message of the database client for an invalid address. */
async function errorOf(address: string): Promise<unknown> {
  try {
    await createClient({ url: await databaseUrl(address) }).execute('SELECT 1')
    return undefined
  } catch (error) {
    return error
  }
}

describe('the name of a database', () => {
  test.each([
    [':memory:', ':memory:'],
    ['.telltale/events.db', '.telltale/events.db'],
    ['/home/a@b/events #1?.db', '/home/a@b/events #1?.db'],
    ['C:\\desk\\events.db', 'C:\\desk\\events.db'],
    ['file:///home/a@b/events.db', 'file:///home/a@b/events.db'],
    ['libsql://db.example', 'libsql://db.example'],
    ['http://127.0.0.1:8080/path', 'http://127.0.0.1:8080/path'],
  ])('shows the address %s, which has no secret', (data, name) => expect(databaseName(data)).toBe(name))

  test.each([
    ['libsql://user:SEC/RETPW@db.example/path', 'libsql://db.example/path'],
    ['libsql://user:SEC@RETPW@db.example', 'libsql://db.example'],
    ['libsql://user:SEC RETPW@db.example', 'libsql://db.example'],
    ['libsql://db.example/#SECRETPW', 'libsql://db.example/'],
    ['libsql:SECRETPW@db.example', 'libsql:db.example'],
    ['libsql:/user:SECRETPW@db.example', 'libsql:db.example'],
    ['libsql://db.example/path?authToken=SECRETPW', 'libsql://db.example/path'],
    ['file:///home/a@b/events.db?authToken=SECRETPW', 'file:///home/a@b/events.db'],
    ['file://user:SECRETPW@host/events.db', 'file://host/events.db'],
    // It is impossible to tell where the password ends.
    ['libsql://db.example?authToken=SEC@RETPW', 'libsql://…'],
    ['libsql://user:SEC?RET@PW', 'libsql://…'],
    ['libsql://user:SEC#RET@PW', 'libsql://…'],
  ])('hides user, password, query and fragment of %s', (data, name) => expect(databaseName(data)).toBe(name))
})

describe('the error message for an unusable database', () => {
  test.each([
    'libsql://user:SEC/RETPW@127.0.0.1',
    'libsql://user:SEC@RETPW@127.0.0.1',
    'libsql://user:SEC RETPW@127.0.0.1',
    'libsql://127.0.0.1/#SECRETPW',
    'libsql:SECRETPW@127.0.0.1',
    'libsql://127.0.0.1/?SECRETPW=1',
    'http://user:SECRETPW@127.0.0.1:1/?authToken=SECRETPW',
  ])('does not contain what may be a secret in %s', async (data) => {
    const error = await errorOf(data)
    expect(error).toBeInstanceOf(Error)
    const problem = databaseProblem(error, data)
    expect(problem).not.toMatch(/SEC|RET|PW|user/)
    expect(problem).toMatch(/^\w+ \(.*TELLTALE_DATA_TOKEN\)$/)
  })

  test('is that of the database client if the address has no secret', async () => {
    const data = 'postgres://db.example'
    expect(databaseProblem(await errorOf(data), data)).toContain('got "postgres:"')
    expect(databaseProblem(new Error('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND') }), data)).toBe(
      'fetch failed',
    )
    expect(databaseProblem('broken', 'events.db')).toBe('broken')
  })

  test('names the cause of a network failure if the client’s message is hidden', () => {
    const cause = Object.assign(new Error('getaddrinfo ENOTFOUND db.example'), { code: 'ENOTFOUND' })
    const error = new TypeError('fetch failed', { cause })
    expect(databaseProblem(error, 'libsql://db.example?authToken=SECRETPW')).toMatch(/^ENOTFOUND \(/)
  })
})

import { createRequire } from 'node:module'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleOf } from './testing/consoleOf.ts'
import { DANA, encoded, ENVIRONMENT } from './testing/people.ts'
import { startForTest } from './testing/startForTest.ts'

/** The driver that the collector has on each Node. */
const Database = createRequire(import.meta.resolve('@telltale/collector/package.json'))('libsql') as new (
  path: string,
) => { exec(sql: string): void; close(): void }

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-start-'))
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'text'), 'This is no database. '.repeat(500))
  await writeFile(join(folder, 'broken.json'), '{ "flags": ')
  await writeFile(join(folder, 'nobody.json'), '[{ "token": 1 }]')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the services refuse to start and report the reason', () => {
  test.each([
    ['if the events database is a folder', { data: 'folder' }, /^Events cannot be stored in .*folder: /],
    ['if the events file is not a database', { data: 'text' }, /^Events cannot be stored in .*text: .*not a database/],
    [
      'if the folder for events cannot be created',
      { data: 'text/events.db' },
      /^Events cannot be stored in .*events\.db: /,
    ],
    ['if the flags are not JSON', { flagsFile: 'broken.json' }, /broken\.json cannot be used\. It is not JSON/],
    ['if the flags file is missing', { flagsFile: 'none.json' }, /none\.json cannot be read: ENOENT/],
    ['if the flags file is a folder', { flagsFile: 'folder' }, /folder cannot be read: EISDIR/],
    ['if the users are invalid', { usersFile: 'nobody.json' }, /nobody\.json cannot be used\. User 0 needs a "token"/],
  ])('%s', async (_how, files, sentence) => {
    const absolute = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, join(folder, path)]))
    await expect(startForTest(absolute)).rejects.toThrow(sentence)
  })

  test('at an address of another machine', async () => {
    await expect(startForTest({ host: '192.0.2.1' })).rejects.toThrow(
      /^Cannot listen on port 0 of 192\.0\.2\.1: .*EADDRNOTAVAIL/,
    )
  })

  test.each([
    'http://me:secret@127.0.0.1:1/?authToken=secret',
    'mysql://me:secret@db.example/events',
    'file:///home/me/secret.db',
  ])('for the address %s of a database, and omit its password', async (data) => {
    await expect(startForTest({ data })).rejects.toThrow(
      /^Events cannot be stored in [a-z]+:…: pass a file in a writable folder, :memory:, or postgres:\/\/…\.$/,
    )
  })

  test.each([
    ['that an earlier version has made', 0, 'it is a database of something else. Choose another file.'],
    ['of a later version', 99, 'it was written by a newer version of the collector. Use that version.'],
  ])('for a file %s', async (_, version, sentence) => {
    const data = join(folder, `version-${version}.db`)
    const db = new Database(data)
    db.exec(`CREATE TABLE events (seq INTEGER PRIMARY KEY); PRAGMA user_version = ${version}`)
    db.close()
    await expect(startForTest({ data })).rejects.toThrow(`Events cannot be stored in ${data}: ${sentence}`)
  })
})

test.each([
  'libsql://user:SEC/RETPW@127.0.0.1',
  'libsql://user:SEC@RETPW@127.0.0.1',
  'libsql://127.0.0.1/#SECRETPW',
  'libsql:SECRETPW@127.0.0.1',
])('a start that fails because of the database does not show the secret in %s', async (data) => {
  const failure = startForTest({ data }).catch(String)
  expect(await failure).toMatch(/Events cannot be stored in libsql:/)
  expect(await failure).not.toMatch(/SEC|RET|PW|user/)
})

describe.each([
  ['flags.json', 'flagsFile', '{ "environments": {}'],
  [
    'flags.json',
    'flagsFile',
    '{ "environments": { "production": "desk-local" }, "flags": {}, "segments": { "a": 1 } }',
  ],
  ['users.json', 'usersFile', '[{}]'],
] as const)('%s that is broken by hand while the services run', (_name, which, broken) => {
  test('is reported to the console, and its last valid content stays in use until it is valid again', async () => {
    const services = await startForTest()
    const it = await consoleOf(services.url)
    const problems = async () => (await it.next('state')).state[which].problems
    const path = services[which]
    const good = await readFile(path, 'utf8')
    expect(await problems()).toEqual([])
    await writeFile(path, broken)
    expect((await problems()).length).toBeGreaterThan(0)
    expect(services.logged.at(-1)).toContain('is invalid. The last valid content stays in use.')
    const flags = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`)
    expect(await flags.json()).toMatchObject({ 'new-pricing': { value: true } })
    expect(await (await fetch(`${services.url}/local/users`)).json()).toEqual(
      JSON.parse(await readFile(new URL('../samples/users.json', import.meta.url), 'utf8')),
    )
    await writeFile(path, good)
    await expect.poll(() => services.logged.at(-1)).toContain('is valid again.')
    expect(await problems()).toEqual([])
    it.close()
    await services.close()
  })
})

test('a field of flags.json that has no effect is reported at the start, and one that is added later, each once', async () => {
  const text = JSON.stringify({ environments: { production: 'e' }, flags: { a: { onn: true, variations: [1] } } })
  const flagsFile = join(folder, 'mistyped.json')
  await writeFile(flagsFile, text)
  const services = await startForTest({ flagsFile })
  const first = `${flagsFile}: flags.a.onn has no effect. Did you mean "on"?`
  expect(services.logged).toEqual([first])
  await writeFile(flagsFile, text.replace('[1]', '[1], "rule": []'))
  const second = `${flagsFile}: flags.a.rule has no effect. Did you mean "rules"?`
  await expect.poll(() => services.logged).toEqual([first, second])
  await services.close()
})

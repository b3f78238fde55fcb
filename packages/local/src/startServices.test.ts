import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleOf } from './testing/consoleOf.ts'
import { DANA, encoded, ENVIRONMENT } from './testing/people.ts'
import { startForTest } from './testing/startForTest.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-start-'))
  await mkdir(join(folder, 'folder'))
  await writeFile(join(folder, 'text'), 'This is no database. '.repeat(500))
  await writeFile(join(folder, 'broken.json'), '{ "flags": ')
  await writeFile(join(folder, 'nobody.json'), '[{ "token": 1 }]')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the services do not start, and name the reason,', () => {
  test.each([
    ['over a folder for events', { data: 'folder' }, /^Events cannot be kept in .*folder: /],
    [
      'with a file for events that is not a database',
      { data: 'text' },
      /^Events cannot be kept in .*text: .*not a database/,
    ],
    [
      'with a folder for events that cannot be made',
      { data: 'text/events.db' },
      /^Events cannot be kept in .*events\.db: /,
    ],
    ['with flags that are no JSON', { flagsFile: 'broken.json' }, /broken\.json cannot be used\. It is not JSON/],
    ['with a file of flags that is missing', { flagsFile: 'none.json' }, /none\.json cannot be read: ENOENT/],
    ['with flags that are a folder', { flagsFile: 'folder' }, /folder cannot be read: EISDIR/],
    ['with invalid users', { usersFile: 'nobody.json' }, /nobody\.json cannot be used\. User 0 needs a "token"/],
  ])('%s', async (_how, files, sentence) => {
    const absolute = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, join(folder, path)]))
    await expect(startForTest(absolute)).rejects.toThrow(sentence)
  })

  test('at an address of another machine', async () => {
    await expect(startForTest({ host: '192.0.2.1' })).rejects.toThrow(
      /^Nobody can listen on port 0 of 192\.0\.2\.1: .*EADDRNOTAVAIL/,
    )
  })

  test('over a remote database that does not answer, and leave out its password', async () => {
    await expect(startForTest({ data: 'http://me:secret@127.0.0.1:1/?authToken=secret' })).rejects.toThrow(
      /^Events cannot be kept in http:\/\/127\.0\.0\.1:1\/?: (?!.*secret)/,
    )
  })
})

test.each([
  'libsql://user:SEC/RETPW@127.0.0.1',
  'libsql://user:SEC@RETPW@127.0.0.1',
  'libsql://127.0.0.1/#SECRETPW',
  'libsql:SECRETPW@127.0.0.1',
])('a start that fails because of the database shows no secret of its address: %s', async (data) => {
  const failure = startForTest({ data }).catch(String)
  expect(await failure).toMatch(/Events cannot be kept in libsql:/)
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
  test('is reported to the console, and its last valid content stays in force until it is valid again', async () => {
    const services = await startForTest()
    const it = await consoleOf(services.url)
    const problems = async () => (await it.next('state')).state[which].problems
    const path = services[which]
    const good = await readFile(path, 'utf8')
    expect(await problems()).toEqual([])
    await writeFile(path, broken)
    expect((await problems()).length).toBeGreaterThan(0)
    expect(services.logged.at(-1)).toContain('is broken, what was read before stays in force.')
    const flags = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`)
    expect(await flags.json()).toMatchObject({ 'new-pricing': { value: true } })
    expect(await (await fetch(`${services.url}/local/users`)).json()).toEqual(
      JSON.parse(await readFile(new URL('../samples/users.json', import.meta.url), 'utf8')),
    )
    await writeFile(path, good)
    await expect.poll(() => services.logged.at(-1)).toContain('is in order again.')
    expect(await problems()).toEqual([])
    it.close()
    await services.close()
  })
})

import { readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { consoleOf } from '../testing/consoleOf.ts'
import { eachWithConsole, it, services } from '../testing/eachWithConsole.ts'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import type { SampleFlags } from '../testing/startForTest.ts'

eachWithConsole()

const at = (key: string, environment = ENVIRONMENT) => `/console/flags/${environment}/${key}`
const file = async () => JSON.parse(await readFile(services.flagsFile, 'utf8')) as SampleFlags
const flag = async (key: string) => {
  const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`)
  return ((await answer.json()) as Record<string, { value: unknown }>)[key]?.value
}
const changes = async () => {
  const own = await consoleOf(services.url)
  const { state } = await own.next('state')
  own.close()
  return state.changes
}

async function shareFlags(): Promise<void> {
  await services.editFlags((content) => void (content.environments['staging'] = 'desk-staging'))
  await expect.poll(async () => (await fetch(`${services.url}/sdk/goals/desk-staging`)).status).toBe(200)
}

describe('a flag that is edited in the console', () => {
  const pricing = { on: true, variations: [true, false], fallthrough: { variation: 0 }, offVariation: 1 }

  test('is in use and in the file when the request is answered, and is pushed to pages', async () => {
    const stream = await readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(DANA)}`)
    await stream.next()
    const { status, body } = await it.command('PUT', at('new-layout'), pricing)
    expect([status, body]).toMatchObject([200, { flag: { key: 'new-layout', version: 1 } }])
    expect(await flag('new-layout')).toBe(true)
    expect((await file()).flags['new-layout']).toMatchObject({
      on: true,
      clientSideAvailability: { usingEnvironmentId: true },
    })
    expect(await stream.next()).toMatchObject({ event: 'patch', data: { key: 'new-layout', value: true } })
    stream.close()
  })

  test('is not overwritten by an edit that is based on another state or on a missing flag', async () => {
    const { state } = await it.next('state')
    const before = state.environments[0]?.flags.find(({ key }) => key === 'new-pricing')
    const put = (more: object) => it.command('PUT', at('new-pricing'), { flag: { ...before, ...more }, before })
    const now = async () => (await file()).flags['new-pricing']
    await it.command('POST', '/console/flags/new-pricing', { on: false })
    expect(await put({ description: 'mine' })).toMatchObject({
      status: 409,
      body: {
        message: 'This flag was changed elsewhere while you were editing.',
        current: { ...before, on: false, version: 5 },
      },
    })
    expect(await now()).not.toHaveProperty('description', 'mine')
    await it.command('POST', '/console/flags/new-pricing', { on: true })
    // An increased version alone does not count as a change.
    expect((await put({ description: 'mine' })).status).toBe(200)
    expect((await it.command('PUT', at('new-pricing'), { flag: pricing, before: null })).status).toBe(409)
    expect((await it.command('PUT', at('fresh'), { flag: pricing, before: null })).status).toBe(200)
    expect((await it.command('PUT', at('fresher'), { flag: pricing, before })).body).toMatchObject({ current: null })
    expect(await now()).toMatchObject({ description: 'mine', on: true })
  })

  test('may have any name, such as those of an object’s prototype', async () => {
    for (const key of ['constructor', 'toString', '__proto__']) {
      expect([key, (await it.command('PUT', at(key), pricing)).status]).toEqual([key, 200])
      expect([key, Object.hasOwn((await file()).flags, key)]).toEqual([key, true])
      const [made] = await changes()
      expect([made?.key, made?.before]).toEqual([key, undefined])
      expect([key, (await it.command('POST', '/console/undo', {})).status]).toEqual([key, 200])
      expect([key, Object.hasOwn((await file()).flags, key)]).toEqual([key, false])
    }
  })

  test('with a mistake is refused with the place of the mistake', async () => {
    const before = await readFile(services.flagsFile, 'utf8')
    const { status, body } = await it.command('PUT', at('new-pricing'), {
      ...pricing,
      rules: [{ variation: 5, clauses: [{ attribute: 'a', op: 'like', values: [1] }] }],
    })
    expect([status, body]).toMatchObject([
      400,
      { problems: [{ path: 'rules[0].variation' }, { path: 'rules[0].clauses[0].op' }] },
    ])
    expect(await readFile(services.flagsFile, 'utf8')).toBe(before)
  })

  test('applies to one of several environments', async () => {
    await shareFlags()
    const { flags } = await file()
    const draft = { ...flags['new-pricing'], on: false }
    expect((await it.command('PUT', at('new-pricing', 'desk-staging'), draft)).status).toBe(200)
    expect(await flag('new-pricing')).toBe(true)
    const now = await file()
    expect(now.flags['new-pricing']).toEqual(flags['new-pricing'])
    expect(now.perEnvironment).toEqual({ 'desk-staging': { flags: { 'new-pricing': { on: false, version: 5 } } } })
  })

  test('is refused for an unknown environment, to other pages, and while the file is broken', async () => {
    expect((await it.command('PUT', at('a', 'nowhere'), pricing)).status).toBe(404)
    expect((await it.command('PUT', at('a'), pricing, 'http://127.0.0.1:4800')).status).toBe(403)
    await writeFile(services.flagsFile, '{')
    expect((await it.command('PUT', at('a'), pricing)).status).toBe(409)
  })
})

describe('a flag that is removed in the console', () => {
  test('is removed from the file and from pages', async () => {
    expect((await it.command('DELETE', at('fleet-map'))).status).toBe(200)
    expect(await flag('fleet-map')).toBeUndefined()
    expect((await file()).flags).not.toHaveProperty('fleet-map')
    expect((await it.command('DELETE', at('fleet-map'))).status).toBe(404)
  })

  test('is kept while another flag or environment needs it', async () => {
    await services.editFlags(({ flags }) =>
      Object.assign(flags['quote-layout'] ?? {}, { prerequisites: [{ key: 'new-pricing', variation: 0 }] }),
    )
    await expect
      .poll(() => it.command('DELETE', at('new-pricing')))
      .toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('quote-layout') as string },
      })
    await shareFlags()
    expect((await it.command('DELETE', at('fleet-map'))).status).toBe(409)
    expect((await it.command('DELETE', `${at('fleet-map')}?everywhere=true`)).status).toBe(200)
  })
})

describe('the history of edits', () => {
  test('lists each change, and undoes and redoes it', async () => {
    const before = (await file()).flags
    await it.command('POST', '/console/flags/new-pricing', { on: false })
    await services.editFlags(({ flags }) => Object.assign(flags['fleet-map'] ?? {}, { on: false }))
    await expect.poll(changes).toMatchObject([
      { who: 'file', key: 'fleet-map', before: { on: true }, after: { on: false }, canUndo: true },
      { who: 'console', key: 'new-pricing', before: { on: true }, after: { on: false }, canUndo: true },
    ])
    const [, first] = await changes()
    const undone = await it.command('POST', '/console/undo', { id: first?.id })
    expect(undone).toMatchObject({ status: 200, body: { change: { who: 'undo', undoes: first?.id } } })
    expect(await flag('new-pricing')).toBe(true)
    expect((await file()).flags['new-pricing']).toEqual({ ...before['new-pricing'], version: 6 })
    const again = await it.command('POST', '/console/undo', {})
    expect(again.status).toBe(200)
    expect(await flag('new-pricing')).toBe(false)
  })

  test('changes nothing after an invalid command', async () => {
    await it.command('POST', '/console/flags/new-pricing', { on: false })
    for (const body of [undefined, null, 'text', -1, [], { id: null }, { id: '1' }])
      expect((await it.command('POST', '/console/undo', body)).status).toBe(400)
    expect(await flag('new-pricing')).toBe(false)
  })

  test('restores a removed flag, and removes a new one', async () => {
    const { flags } = await file()
    await it.command('DELETE', at('fleet-map'))
    await it.command('POST', '/console/undo', {})
    // Default values are not written again.
    const { on, variations, fallthrough } = flags['fleet-map'] as Record<string, unknown>
    expect((await file()).flags['fleet-map']).toMatchObject({ on, variations, fallthrough })
    await it.command('PUT', at('fresh'), { variations: [1] })
    await it.command('POST', '/console/undo', {})
    expect((await file()).flags).not.toHaveProperty('fresh')
  })

  test('does not undo an unknown change, or one that a later change depends on', async () => {
    await it.command('POST', '/console/flags/new-pricing', { on: false })
    const [first] = await changes()
    await it.command('PUT', at('new-pricing'), { variations: ['x', 'y'] })
    expect((await changes()).map(({ canUndo }) => canUndo)).toEqual([true, false])
    expect((await it.command('POST', '/console/undo', { id: first?.id })).status).toBe(409)
    expect((await it.command('POST', '/console/undo', { id: 99 })).status).toBe(404)
    expect((await it.command('POST', '/console/undo', { id: 'first' })).status).toBe(400)
  })
})

test('a draft of a flag is evaluated without being written', async () => {
  const before = await readFile(services.flagsFile, 'utf8')
  const draft = { key: 'new-pricing', on: true, variations: ['cheap'], fallthrough: { variation: 0 } }
  const { body } = await it.command('POST', '/console/evaluations', { context: DANA, flag: draft })
  expect(body).toMatchObject({ 'new-pricing': { value: 'cheap', reason: { kind: 'FALLTHROUGH' } } })
  expect(await flag('new-pricing')).toBe(true)
  const wrong = await it.command('POST', '/console/evaluations', { context: DANA, flag: { key: 'a', variations: [] } })
  expect(wrong).toMatchObject({ status: 400, body: { problems: [{ path: 'variations' }] } })
  expect(await readFile(services.flagsFile, 'utf8')).toBe(before)
})

test('no edit of two services of one flags.json and users.json is lost', async () => {
  const { startServices } = await import('../startServices.ts')
  const { flagsFile, usersFile } = services
  const other = await startServices({ port: 0, data: ':memory:', flagsFile, usersFile })
  const send = (url: string, path: string, method: string, body: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(body),
    })
  const flagOf = { on: true, variations: [true, false], fallthrough: { variation: 0 }, offVariation: 1 }
  const answers = await Promise.all(
    [services.url, other.url].flatMap((url, number) =>
      Array.from({ length: 15 }, (_, index) => [
        send(url, `/console/flags/${ENVIRONMENT}/flag-${number}-${index}`, 'PUT', flagOf),
        send(url, '/console/people', 'POST', { unique_identity: `user-${number}-${index}` }),
      ]).flat(),
    ),
  )
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  expect(Object.keys((await file()).flags).filter((key) => key.startsWith('flag-'))).toHaveLength(30)
  expect((await readFile(usersFile, 'utf8')).match(/"user-\d-\d+"/g)).toHaveLength(30)
  await other.close()
})

describe('a pattern that goes back very often', () => {
  const flagOf = (pattern: string) => ({
    ...{ on: true, variations: [true, false], fallthrough: { variation: 1 }, offVariation: 1 },
    rules: [{ variation: 0, clauses: [{ attribute: 'email', contextKind: 'user', op: 'matches', values: [pattern] }] }],
  })
  const user = { kind: 'user', key: 'u', email: `${'a'.repeat(60)}!` }

  test.each(['^(a+)+$', '^(a|aa)+$', '(\\w+\\s?)+\\d', '^(([a-z])+.)+[A-Z]'])(
    'does not stop the services: %s',
    async (pattern) => {
      expect((await it.command('PUT', at('slow'), flagOf(pattern))).status).toBe(200)
      // Otherwise there is no answer within the time of a test.
      const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(user)}`)
      expect((await answer.json()) as object).toMatchObject({ slow: { value: false } })
    },
  )

  test('is refused if nothing can be done about it, also for a draft', async () => {
    const refusal = {
      status: 400,
      body: {
        problems: [{ path: 'rules[0].clauses[0].values[0]', message: expect.stringContaining('very long') as string }],
      },
    }
    const slow = flagOf('^(?=(a+)+$)')
    expect(await it.command('PUT', at('slow'), slow)).toMatchObject(refusal)
    const draft = { context: user, flag: { key: 'slow', ...slow } }
    expect(await it.command('POST', '/console/evaluations', draft)).toMatchObject(refusal)
    expect((await file()).flags['slow']).toBeUndefined()
  })
})

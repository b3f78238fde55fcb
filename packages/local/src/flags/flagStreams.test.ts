import { rename, writeFile, readFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DANA, encoded, ENVIRONMENT, PRIYA } from '../testing/people.ts'
import { readEventStream, type ReadEventStream } from '../testing/readEventStream.ts'
import { startForTest, type SampleFlags, type ServicesForTest } from '../testing/startForTest.ts'

let services: ServicesForTest
const open: ReadEventStream[] = []

beforeEach(async () => void (services = await startForTest({ heartbeatMs: 20 })))
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close()
  await services.close()
})

type Flag = { key: string; value: unknown; version: number; flagVersion: number; reason?: unknown }

async function streamOf(context: unknown, query = ''): Promise<ReadEventStream> {
  const stream = await readEventStream(`${services.url}/eval/${ENVIRONMENT}/${encoded(context)}${query}`)
  open.push(stream)
  return stream
}

/** The stream's messages about one flag after `put`. */
async function nextFlag(stream: ReadEventStream): Promise<{ event: string; flag: Flag }> {
  const message = await stream.next()
  return { event: message?.event ?? 'end', flag: message?.data as Flag }
}

async function saveByRename(edit: (content: SampleFlags) => void): Promise<void> {
  const content = JSON.parse(await readFile(services.flagsFile, 'utf8')) as SampleFlags
  edit(content)
  await writeFile(`${services.flagsFile}.new`, JSON.stringify(content))
  await rename(`${services.flagsFile}.new`, services.flagsFile)
}

function set(key: string, change: Record<string, unknown>) {
  return ({ flags }: SampleFlags) => Object.assign(flags[key] ?? {}, change)
}

describe('a flag stream', () => {
  test('begins with all flags of its context', async () => {
    const stream = await streamOf(DANA)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    const first = await stream.next()
    expect(first?.event).toBe('put')
    expect(Object.keys(first?.data as object)).toEqual([
      'new-pricing',
      'quote-layout',
      'fleet-map',
      'maintenance-banner',
    ])
    expect(first?.data).toMatchObject({ 'new-pricing': { value: true, flagVersion: 4 } })
  })

  test('accepts its context as the body of a REPORT', async () => {
    const stream = await readEventStream(`${services.url}/eval/${ENVIRONMENT}?withReasons=true`, {
      method: 'REPORT',
      body: JSON.stringify(DANA),
    })
    open.push(stream)
    const put = await stream.next()
    expect(put?.data).toMatchObject({ 'new-pricing': { value: true, reason: { kind: 'RULE_MATCH' } } })
  })

  test('is patched after a change, with a higher version than before', async () => {
    const stream = await streamOf(DANA)
    const put = (await stream.next())?.data as Record<string, Flag>
    await services.editFlags(set('new-pricing', { on: false, version: 5 }))
    const { event, flag } = await nextFlag(stream)
    expect(event).toBe('patch')
    expect(flag).toMatchObject({ key: 'new-pricing', value: false, flagVersion: 5 })
    expect(flag.version).toBeGreaterThan(put['new-pricing']?.version ?? Infinity)
  })

  test('is patched after a change that does not increase the version', async () => {
    const stream = await streamOf(DANA)
    const put = (await stream.next())?.data as Record<string, Flag>
    await services.editFlags(set('new-pricing', { on: false }))
    const { flag } = await nextFlag(stream)
    expect(flag).toMatchObject({ key: 'new-pricing', value: false, flagVersion: 4 })
    expect(flag.version).toBeGreaterThan(put['new-pricing']?.version ?? Infinity)
  })

  test('sends nothing for a change of the rules that leaves its result unchanged', async () => {
    const dana = await streamOf(DANA)
    const priya = await streamOf(PRIYA)
    await dana.next()
    await priya.next()
    // Dana's company is switched off and Priya's result is unchanged, so the first message is about the next change.
    await services.editFlags(set('new-pricing', { rules: [], version: 5 }))
    expect((await nextFlag(dana)).flag).toMatchObject({ key: 'new-pricing', value: false })
    await services.editFlags(set('maintenance-banner', { on: true }))
    expect((await nextFlag(priya)).flag.key).toBe('maintenance-banner')
  })

  test('sends a changed reason only if reasons were requested', async () => {
    const asked = await streamOf(PRIYA, '?withReasons=true')
    const plain = await streamOf(PRIYA)
    await asked.next()
    await plain.next()
    await services.editFlags(set('quote-layout', { on: false }))
    expect((await nextFlag(asked)).flag).toMatchObject({
      key: 'quote-layout',
      value: 'classic',
      reason: { kind: 'OFF' },
    })
    await services.editFlags(set('maintenance-banner', { on: true }))
    expect((await nextFlag(plain)).flag.key).toBe('maintenance-banner')
  })

  test('sends a flag that changed with its prerequisite', async () => {
    await services.editFlags(set('quote-layout', { on: true, prerequisites: [{ key: 'fleet-map', variation: 0 }] }))
    const key = await someoneWith('fleet-map', true)
    await expect.poll(async () => await polled(key, 'prerequisites')).toEqual(['fleet-map'])
    const stream = await streamOf({ ...DANA, key, email_address: 'x@ironline.example' })
    await stream.next()
    await services.editFlags(set('fleet-map', { on: false }))
    const heard = [await nextFlag(stream), await nextFlag(stream)].map(({ flag }) => flag)
    expect(heard.map(({ key: changed }) => changed).sort()).toEqual(['fleet-map', 'quote-layout'])
  })

  test('sends the deletion of a flag that was removed', async () => {
    const stream = await streamOf(DANA)
    const put = (await stream.next())?.data as Record<string, Flag>
    await services.editFlags(({ flags }) => void delete flags['quote-layout'])
    const { event, flag } = await nextFlag(stream)
    expect([event, flag.key]).toEqual(['delete', 'quote-layout'])
    expect(flag.version).toBeGreaterThan(put['quote-layout']?.version ?? Infinity)
  })

  test('of pings sends one at the start and one for each change', async () => {
    const stream = await readEventStream(`${services.url}/ping/${ENVIRONMENT}`)
    open.push(stream)
    expect((await stream.next())?.event).toBe('ping')
    await services.editFlags(set('new-pricing', { on: false }))
    expect((await stream.next())?.event).toBe('ping')
  })

  test('sends comments as a heartbeat', async () => {
    const stream = await streamOf(DANA)
    await stream.nextComment()
    expect(stream.comments).toBeGreaterThan(0)
  })

  test('ends when the services stop', async () => {
    const stream = await streamOf(DANA)
    await stream.next()
    await services.close()
    expect(await stream.next()).toBeUndefined()
  })

  async function polled(key: string, field: string): Promise<unknown> {
    const context = encoded({ ...DANA, key, email_address: 'x@ironline.example' })
    const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${context}`)
    return ((await answer.json()) as Record<string, Record<string, unknown>>)['quote-layout']?.[field]
  }

  async function someoneWith(flag: string, value: unknown): Promise<string> {
    for (let index = 0; ; index++) {
      const context = encoded({ ...DANA, key: `p${index}` })
      const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${context}`)
      if (((await answer.json()) as Record<string, Flag>)[flag]?.value === value) return `p${index}`
    }
  }
})

describe('saving flags.json', () => {
  test('by renaming a new file over it is applied each of three times', async () => {
    const stream = await streamOf(DANA)
    await stream.next()
    for (const on of [false, true, false]) {
      await saveByRename(set('new-pricing', { on }))
      expect((await nextFlag(stream)).flag).toMatchObject({ key: 'new-pricing', value: on })
    }
  })

  test.each([
    ['is not JSON', '{ "flags": '],
    [
      'names a variation that does not exist',
      '{"environments":{"production":"e"},"flags":{"a":{"variations":[1],"offVariation":3}}}',
    ],
    ['has no environments', '{"flags":{}}'],
  ])('with content that %s does not change the flags, and is logged', async (_how, broken) => {
    const good = await readFile(services.flagsFile, 'utf8')
    const stream = await streamOf(DANA)
    await stream.next()
    await writeFile(services.flagsFile, broken)
    await expect.poll(() => services.logged.length).toBe(1)
    expect(services.logged[0]).toContain('flags.json is invalid. The last valid content stays in use.')
    const answer = await fetch(`${services.url}/sdk/evalx/${ENVIRONMENT}/contexts/${encoded(DANA)}`)
    expect(await answer.json()).toMatchObject({ 'new-pricing': { value: true } })
    await writeFile(
      services.flagsFile,
      good.replace('"version": 1,\n      "on": false', '"version": 1,\n      "on": true'),
    )
    expect((await nextFlag(stream)).flag).toMatchObject({ key: 'maintenance-banner', value: { visible: true } })
    expect(services.logged[1]).toContain('flags.json is valid again.')
  })
})

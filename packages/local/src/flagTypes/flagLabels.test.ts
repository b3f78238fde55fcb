import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { outlinesOfText } from './flagOutlines.ts'
import { flagsModule } from './flagsModule.ts'
import { eachWithConsole, it, services } from '../testing/eachWithConsole.ts'
import { DANA, encoded, ENVIRONMENT } from '../testing/people.ts'
import { readEventStream } from '../testing/readEventStream.ts'
import { startForTest, type SampleFlags } from '../testing/startForTest.ts'

eachWithConsole()

const LABELS = { variationNames: ['shown', 'hidden'], metadata: { team: 'growth', ticket: 1042, isTest: false } }
const at = (key: string, environment = ENVIRONMENT) => `/console/flags/${environment}/${key}`
const inFile = async () => JSON.parse(await readFile(services.flagsFile, 'utf8')) as SampleFlags

function addLabels({ flags }: SampleFlags): void {
  Object.assign(flags['new-pricing'] ?? {}, LABELS)
}

async function untilRead(): Promise<void> {
  const ask = async () => {
    const url = `${services.url}/ofrep/v1/evaluate/flags/new-pricing`
    const body = JSON.stringify({ context: { targetingKey: 'x' } })
    return (await fetch(url, { method: 'POST', body })).json()
  }
  await expect.poll(ask).toMatchObject({ variant: 'hidden', metadata: LABELS.metadata })
}

describe('a client of the flag vendor’s protocol receives the same bytes with and without labels', () => {
  const context = encoded(DANA)
  const headers = { authorization: ENVIRONMENT }
  const answer = async (url: string) => (await fetch(url, { headers })).text()
  const first = async (url: string) => {
    const stream = await readEventStream(url, { headers })
    const message = await stream.next()
    stream.close()
    return JSON.stringify(message)
  }
  test.each([
    ['a poll', `/sdk/evalx/${ENVIRONMENT}/contexts/${context}?withReasons=true`, answer],
    ['a stream', `/eval/${ENVIRONMENT}/${context}?withReasons=true`, first],
    ['a server SDK that polls', '/sdk/latest-all', answer],
    ['a server SDK that streams', '/all', first],
  ])('%s', async (_what, path, read) => {
    // The version of a flag in the protocol is the time at which the file was read.
    const bytes = async (url: string) => (await read(url + path)).replaceAll(/"version":\d{12,}/g, '"version":0')
    const plain = await startForTest()
    const expected = await bytes(plain.url)
    await plain.close()
    await services.editFlags(addLabels)
    await untilRead()
    expect(expected).toContain('new-pricing')
    expect(await bytes(services.url)).toBe(expected)
  })

  test('and a server SDK that streams is not told of labels that change', async () => {
    const stream = await readEventStream(`${services.url}/all`, { headers })
    await stream.next()
    await services.editFlags(addLabels)
    await untilRead()
    await services.editFlags(({ flags }) => Object.assign(flags['new-pricing'] ?? {}, { on: false }))
    expect((await stream.next())?.data).toMatchObject({ data: { key: 'new-pricing', on: false } })
    stream.close()
  })
})

describe('the labels of a flag are kept', () => {
  const now = async () => (await inFile()).flags['new-pricing']

  test('when the flag is switched, edited and undone in the console', async () => {
    await services.editFlags(addLabels)
    await untilRead()
    expect((await it.command('POST', '/console/flags/new-pricing', { on: false })).status).toBe(200)
    expect(await now()).toMatchObject({ on: false, ...LABELS })
    const edited = { ...(await now()), variationNames: ['new', 'old'], metadata: { team: 'sales' } }
    expect((await it.command('PUT', at('new-pricing'), edited)).status).toBe(200)
    expect(await now()).toMatchObject({ variationNames: ['new', 'old'], metadata: { team: 'sales' } })
    expect((await it.command('POST', '/console/undo', {})).status).toBe(200)
    expect(await now()).toMatchObject(LABELS)
  })

  test('when the flag is removed and restored', async () => {
    await services.editFlags(addLabels)
    await untilRead()
    expect((await it.command('DELETE', at('new-pricing'))).status).toBe(200)
    expect(await now()).toBeUndefined()
    expect((await it.command('POST', '/console/undo', {})).status).toBe(200)
    expect(await now()).toMatchObject(LABELS)
  })

  test('when the flag is created in the console, and are gone when they are removed there', async () => {
    const flag = { on: true, variations: [true, false], fallthrough: { variation: 0 } }
    expect((await it.command('PUT', at('fresh'), { ...flag, ...LABELS })).status).toBe(200)
    expect((await inFile()).flags['fresh']).toMatchObject(LABELS)
    expect((await it.command('PUT', at('fresh'), flag)).status).toBe(200)
    expect((await inFile()).flags['fresh']).not.toHaveProperty('variationNames')
    expect((await inFile()).flags['fresh']).not.toHaveProperty('metadata')
  })

  test('by the other environments when one of them changes or removes them', async () => {
    await services.editFlags((content) => {
      addLabels(content)
      content.environments['staging'] = 'desk-staging'
    })
    await untilRead()
    const { variationNames: _, ...shared } = (await inFile()).flags['new-pricing']!
    const wanted = { ...shared, metadata: { team: 'sales' } }
    expect((await it.command('PUT', at('new-pricing', 'desk-staging'), wanted)).status).toBe(200)
    expect(await now()).toMatchObject(LABELS)
    const { perEnvironment } = await inFile()
    expect(perEnvironment).toMatchObject({
      'desk-staging': { flags: { 'new-pricing': { variationNames: null, metadata: { team: 'sales' } } } },
    })
  })

  test('with a mistake are refused with its place', async () => {
    const flag = { variations: [true, false], fallthrough: { variation: 0 }, metadata: { team: { name: 'growth' } } }
    const { status, body } = await it.command('PUT', at('fresh'), flag)
    expect([status, body]).toMatchObject([400, { problems: [{ path: 'metadata.team' }] }])
  })

  test('out of the module of telltale types, which has values only', async () => {
    const text = await readFile(services.flagsFile, 'utf8')
    const content = JSON.parse(text) as SampleFlags
    addLabels(content)
    const moduleOf = (from: string) => flagsModule(outlinesOfText(from, 'flags.json', true), 'flags.json')
    expect(moduleOf(JSON.stringify(content))).toBe(moduleOf(text))
  })
})

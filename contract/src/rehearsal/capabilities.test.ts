import { expect, test } from 'vitest'
import { capabilities } from '../protocol/capabilities.ts'
import { startNodeService } from '../service/startNodeService.ts'
import { requestHeader, SERVICES, TAGS } from './requestHeader.ts'
import { startRehearsal, USER, type Setup } from './startRehearsal.ts'

// The nightly tests beside this file rehearse each capability in full.

const { server, open } = await startRehearsal(startNodeService)

const requires = (...prerequisites: string[]) => ({ value: true, variation: 0, version: 1, prerequisites })
const tracked = { value: true, variation: 0, version: 1, trackEvents: true }
const convert = async (input: object) => {
  const client = await open({ events: null })
  const answer = await client.run({ command: 'contextConvert', contextConvert: { input: JSON.stringify(input) } })
  return JSON.parse(String(answer['output'])) as object
}

/** What a hook reports of one action. */
async function reportOf(setup: Setup, act: (client: Awaited<ReturnType<typeof open>>) => Promise<unknown>) {
  const reports = server.endpoint(({ response }) => void response.end())
  const hooks = { hooks: [{ name: 'hook', callbackUri: reports.url }] }
  await act(await open({ flags: { flag: { value: true } }, hooks, ...setup }))
  return JSON.parse((await reports.next()).body) as Record<string, object>
}

const countsAfter = async (evaluated: string, flags: Record<string, object>) => {
  const client = await open({ flags: flags as Setup['flags'] & object })
  await client.evaluate({ flagKey: evaluated })
  const summary = (await client.flush()).find(({ kind }) => kind === 'summary')
  return Object.keys((summary?.['features'] ?? {}) as object).sort()
}

/** A short rehearsal of each capability. */
const REHEARSALS: Readonly<Record<string, () => Promise<void>>> = {
  async 'client-side'() {
    const client = await open({ flags: { flag: { value: 'a', variation: 2, version: 1 } } })
    expect(await client.evaluate({ flagKey: 'flag', detail: true })).toEqual({ value: 'a', variationIndex: 2 })
    expect(await client.allFlags()).toEqual({ flag: 'a' })
  },
  async 'strongly-typed'() {
    const client = await open({ flags: { flag: { value: 1, variation: 0 } } })
    const mistaken = { flagKey: 'flag', valueType: 'bool', defaultValue: true, detail: true } as const
    const reason = { kind: 'ERROR', errorKind: 'WRONG_TYPE' }
    expect(await client.evaluate(mistaken)).toEqual({ value: true, reason })
  },
  async 'service-endpoints'() {
    const client = await open({ stream: [{}] })
    await client.run({ command: 'flushEvents' })
    for (const service of SERVICES) expect((await client[service].next()).method).toMatch(/GET|POST/)
  },
  async tags() {
    const client = await open({ tags: { applicationId: 'desk', applicationVersion: '1.2' } })
    expect(await requestHeader(client, 'poll', TAGS)).toBe('application-id/desk application-version/1.2')
  },
  async 'user-type'() {
    expect(await convert({ key: 'a', custom: { b: 1 } })).toEqual({ kind: 'user', key: 'a', b: 1 })
  },
  async 'inline-context-all'() {
    const client = await open({ flags: { flag: tracked } })
    await client.evaluate({ flagKey: 'flag' })
    for (const event of await client.flush()) expect(event['context']).toEqual(USER)
  },
  async 'anonymous-redaction'() {
    const client = await open({ flags: { flag: tracked }, context: { ...USER, anonymous: true, name: 'n' } })
    await client.evaluate({ flagKey: 'flag' })
    const feature = (await client.flush()).find(({ kind }) => kind === 'feature')
    expect(feature?.['context']).toEqual({ ...USER, anonymous: true, _meta: { redactedAttributes: ['name'] } })
  },
  async 'client-prereq-events'() {
    expect(await countsAfter('a', { a: requires('b'), b: requires() })).toEqual(['a', 'b'])
  },
  async 'client-prereq-cycle-detection'() {
    expect(await countsAfter('a', { a: requires('b'), b: requires('a') })).toEqual(['a', 'b'])
  },
  async 'client-per-context-summaries'() {
    const client = await open({ flags: { flag: { value: 1 } } })
    const other = { kind: 'org', key: 'other' }
    await client.evaluate({ flagKey: 'flag' })
    await client.identify(other)
    await client.evaluate({ flagKey: 'flag' })
    const summaries = (await client.flush()).filter(({ kind }) => kind === 'summary')
    expect(summaries.map(({ context }) => context)).toEqual([USER, other])
  },
  async 'evaluation-hooks'() {
    const report = await reportOf({}, (client) => client.evaluate({ flagKey: 'flag' }))
    expect(report).toMatchObject({ stage: 'beforeEvaluation', evaluationSeriesContext: { flagKey: 'flag' } })
  },
  async 'track-hooks'() {
    const report = await reportOf({}, (client) => client.track('key'))
    expect(report).toMatchObject({ stage: 'afterTrack', trackSeriesContext: { key: 'key', context: USER } })
  },
  async 'hook-environment-id'() {
    const report = await reportOf({ environmentId: 'the-environment' }, (client) => client.track('key'))
    expect(report['trackSeriesContext']).toMatchObject({ environmentId: 'the-environment' })
  },
  async 'secure-mode-hash'() {
    const client = await open({ clientSide: { hash: 'abc=/+' } })
    expect((await client.poll.next()).query).toEqual({ h: 'abc=/+' })
  },
  async wrapper() {
    const client = await open({ wrapper: { name: 'wrapper', version: '1.2' } })
    expect(await requestHeader(client, 'poll', 'x-launchdarkly-wrapper')).toBe('wrapper/1.2')
  },
  async 'client-independence'() {
    const clients = [await open({ flags: { flag: { value: 1 } } }), await open({ flags: { flag: { value: 2 } } })]
    const values = await Promise.all(clients.map((client) => client.evaluate({ flagKey: 'flag' })))
    expect(values).toEqual([{ value: 1 }, { value: 2 }])
  },
  async 'client-event-source-http-errors'() {
    const client = await open({ stream: [500, { flag: { value: 'after', version: 1 } }], initCanFail: true })
    await expect.poll(() => client.allFlags()).toEqual({ flag: 'after' })
  },
  async 'etag-caching'() {
    const context = { kind: 'user', key: 'etag-of-the-capability' }
    const first = await open({ context, etag: '"1"', events: null })
    await first.poll.next()
    await first.close()
    expect(await requestHeader(await open({ context }), 'poll', 'if-none-match')).toBe('"1"')
  },
  async 'instance-id'() {
    const name = 'x-launchdarkly-instance-id'
    const client = await open({ stream: [{}] })
    const [id, ...others] = await Promise.all(SERVICES.map((service) => requestHeader(client, service, name)))
    expect(id).toMatch(/./)
    expect(others).toEqual([id, id])
  },
  async 'context-type'() {
    const context = { kind: 'org', key: 'x', name: 'b', attr: { a: [1] } }
    expect(await convert(context)).toEqual(context)
  },
  async 'context-comparison'() {
    const client = await open({ events: null })
    const [context1, context2] = ['user', 'org'].map((kind) => ({ single: { kind, key: 'x' } })) as [object, object]
    const run = (contextComparison: { context1: object; context2: object }) =>
      client.run({ command: 'contextComparison', contextComparison })
    expect(await run({ context1, context2 })).toEqual({ equals: false })
    expect(await run({ context1, context2: context1 })).toEqual({ equals: true })
  },
}

test.each(capabilities)('the test service has the capability %s', async (name) => {
  expect(REHEARSALS, 'each capability has a rehearsal').toHaveProperty(name)
  await REHEARSALS[name]?.()
})

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { ValueType } from '../protocol/command.ts'
import type { HookCallback, HookConfig } from '../protocol/hookCallback.ts'
import { startNodeService } from '../service/startNodeService.ts'
import { startRehearsal, USER, type Setup } from './startRehearsal.ts'

const { server, open } = await startRehearsal(startNodeService)

const FLAGS = {
  bool: { value: true },
  string: { value: 'on' },
  number: { value: 42, variation: 3 },
  json: { value: { value: true } },
}
const CASES: readonly [flagKey: string, ValueType, defaultValue: unknown][] = [
  ['bool', 'bool', false],
  ['string', 'string', 'default'],
  ['number', 'double', 3.14],
  ['number', 'int', 314159265],
  ['json', 'any', {}],
]

/** A client with hooks of these names. `next` waits for what a hook reports. */
async function openWithHooks(names: readonly string[], more: Partial<HookConfig> = {}, setup: Setup = {}) {
  const reports = server.endpoint(({ response }) => void response.end())
  const hooks = names.map((name) => ({ name, callbackUri: `${reports.url}/${name}`, ...more }))
  const client = await open({ flags: FLAGS, hooks: { hooks }, ...setup })
  const next = async () => {
    const { path, body } = await reports.next()
    return { name: path.slice(1), ...(JSON.parse(body) as HookCallback) }
  }
  return { client, next, reports }
}

describe.each(CASES)('an evaluation of the flag %s as %s', (flagKey, valueType, defaultValue) => {
  test.each([false, true])('calls a hook before and after, with detail: %s', async (detail) => {
    const { client, next } = await openWithHooks(['hook'], { data: { beforeEvaluation: { more: 'data' } } })
    const result = await client.evaluate({ flagKey, valueType, defaultValue, detail })
    const evaluationSeriesContext = { flagKey, defaultValue, context: USER, method: expect.any(String) }
    const common = { name: 'hook', evaluationSeriesContext }
    expect(await next()).toEqual({ ...common, stage: 'beforeEvaluation', evaluationSeriesData: {} })
    expect(await next()).toEqual({
      ...common,
      stage: 'afterEvaluation',
      evaluationSeriesData: { more: 'data' },
      evaluationDetail: expect.objectContaining(result),
    })
  })
})

test('hooks are called in order before an evaluation, and in reverse order after it', async () => {
  const { client, next } = await openWithHooks(['a', 'b', 'c'])
  await client.evaluate({ flagKey: 'bool' })
  for (const name of ['a', 'b', 'c', 'c', 'b', 'a']) expect((await next()).name).toBe(name)
})

test('a hook that throws before an evaluation does not change the value, and has no data after it', async () => {
  const { client, next } = await openWithHooks(['a', 'b', 'c'], {
    data: { beforeEvaluation: { never: 'seen' } },
    errors: { beforeEvaluation: 'thrown on purpose' },
  })
  expect(await client.evaluate({ flagKey: 'bool' })).toEqual({ value: true })
  for (const name of ['c', 'b', 'a']) {
    const { evaluationSeriesData, ...report } = await next()
    expect(report).toMatchObject({ name, stage: 'afterEvaluation' })
    expect(evaluationSeriesData).toEqual({})
  }
})

test.each([
  {},
  { metricValue: 11111 },
  { data: { boolData: true, stringData: 'value' } },
  { metricValue: 11111, data: { boolData: true, stringData: 'value' } },
])('hooks are called in order after a custom event with %j', async (more) => {
  const { client, next } = await openWithHooks(['a', 'b', 'c'])
  await client.track('key', more)
  for (const name of ['a', 'b', 'c']) {
    const { trackSeriesContext, ...report } = await next()
    expect(report).toMatchObject({ name, stage: 'afterTrack' })
    expect(trackSeriesContext).toEqual({ key: 'key', context: USER, ...more })
  }
})

test('a custom event is sent even if a hook throws after it', async () => {
  const { client, reports } = await openWithHooks(['a'], { errors: { afterTrack: 'thrown on purpose' } })
  await client.track('key')
  expect((await client.flush()).map(({ kind }) => kind)).toEqual(['identify', 'custom'])
  await sleep(50)
  expect(reports.waiting()).toBe(0)
})

test.each(['poll', 'stream'])('hooks receive the ID of the environment that the %s names', async (kind) => {
  const setup = { environmentId: 'the-environment', ...(kind === 'stream' && { stream: [FLAGS] }) }
  const { client, next } = await openWithHooks(['a'], {}, setup)
  const reported = async () => {
    await client.evaluate({ flagKey: 'bool' })
    const [before, after] = [await next(), await next()]
    expect(after.evaluationSeriesContext).toEqual(before.evaluationSeriesContext)
    return before.evaluationSeriesContext
  }
  await expect.poll(reported, { timeout: 10_000 }).toMatchObject({ environmentId: 'the-environment' })
  await client.track('key')
  expect((await next()).trackSeriesContext).toMatchObject({ environmentId: 'the-environment' })
})

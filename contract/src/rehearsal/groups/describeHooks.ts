import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ValueType } from '../../protocol/command.ts'
import type { HookCallback, HookConfig } from '../../protocol/hookCallback.ts'
import { USER, type RehearsalBench, type Setup } from '../rehearsalBench.ts'

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

export function describeHooks(bench: RehearsalBench) {
  /** A client with hooks of these names, and what they tell. */
  async function open(names: readonly string[], more: Partial<HookConfig> = {}, setup: Setup = {}) {
    const told = bench.server.endpoint(({ response }) => void response.end())
    const hooks = names.map((name) => ({ name, callbackUri: `${told.url}/${name}`, ...more }))
    const client = await bench.open({ flags: FLAGS, hooks: { hooks }, ...setup })
    const next = async () => {
      const { path, body } = await told.next()
      return { name: path.slice(1), ...(JSON.parse(body) as HookCallback) }
    }
    return { client, next, told }
  }

  describe('hooks', () => {
    describe.each(CASES)('around the evaluation of %s as %s', (flagKey, valueType, defaultValue) => {
      it.each([false, true])('are told before and after, with detail: %s', async (detail) => {
        const { client, next } = await open(['hook'], { data: { beforeEvaluation: { more: 'data' } } })
        const result = await client.evaluate({ flagKey, valueType, defaultValue, detail })
        const evaluationSeriesContext = { flagKey, defaultValue, context: USER, method: expect.any(String) }
        expect(await next()).toEqual({
          name: 'hook',
          stage: 'beforeEvaluation',
          evaluationSeriesContext,
          evaluationSeriesData: {},
        })
        expect(await next()).toEqual({
          name: 'hook',
          stage: 'afterEvaluation',
          evaluationSeriesContext,
          evaluationSeriesData: { more: 'data' },
          evaluationDetail: expect.objectContaining(result),
        })
      })
    })

    it('are told in their order before, and the other way round after', async () => {
      const { client, next } = await open(['a', 'b', 'c'])
      await client.evaluate({ flagKey: 'bool' })
      const names: string[] = []
      for (let i = 0; i < 6; i += 1) names.push((await next()).name)
      expect(names).toEqual(['a', 'b', 'c', 'c', 'b', 'a'])
    })

    it('that throw before change nothing, and have no data after', async () => {
      const { client, next } = await open(['a', 'b', 'c'], {
        data: { beforeEvaluation: { never: 'seen' } },
        errors: { beforeEvaluation: 'thrown on purpose' },
      })
      expect(await client.evaluate({ flagKey: 'bool', valueType: 'bool', defaultValue: false })).toEqual({
        value: true,
      })
      for (const name of ['c', 'b', 'a']) {
        const { evaluationSeriesData, ...told } = await next()
        expect(told).toMatchObject({ name, stage: 'afterEvaluation' })
        expect(evaluationSeriesData).toEqual({})
      }
    })

    it.each([
      {},
      { metricValue: 11111 },
      { data: { boolData: true, stringData: 'value' } },
      { metricValue: 11111, data: { boolData: true, stringData: 'value' } },
    ])('are told of an event of one’s own, in their order: %j', async (more) => {
      const { client, next } = await open(['a', 'b', 'c'])
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'key', ...more } })
      for (const name of ['a', 'b', 'c']) {
        const { trackSeriesContext, ...told } = await next()
        expect(told).toMatchObject({ name, stage: 'afterTrack' })
        expect(trackSeriesContext).toEqual({ key: 'key', context: USER, ...more })
      }
    })

    it('that throw after an event of one’s own say nothing, and the event is sent', async () => {
      const { client, told } = await open(['a'], { errors: { afterTrack: 'thrown on purpose' } })
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'key' } })
      expect((await client.flush()).map(({ kind }) => kind)).toEqual(['identify', 'custom'])
      await sleep(50)
      expect(told.waiting()).toBe(0)
    })

    it.each(['poll', 'stream'])('are told of the environment that the service names, by %s', async (kind) => {
      const setup = { environmentId: 'the-environment', ...(kind === 'stream' && { stream: [FLAGS] }) }
      const { client, next } = await open(['a'], {}, setup)
      const told = async () => {
        await client.evaluate({ flagKey: 'bool' })
        const [before, after] = [await next(), await next()]
        expect(after.evaluationSeriesContext).toEqual(before.evaluationSeriesContext)
        return before.evaluationSeriesContext
      }
      await expect.poll(told, { timeout: 10_000 }).toMatchObject({ environmentId: 'the-environment' })
      await client.run({ command: 'customEvent', customEvent: { eventKey: 'key' } })
      expect((await next()).trackSeriesContext).toMatchObject({ environmentId: 'the-environment' })
    })
  })
}

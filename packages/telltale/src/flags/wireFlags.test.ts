import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { startFlagClient } from '../client/startFlagClient.ts'

const KEYS = ['a', 'b', '__proto__', 'constructor', 'toString']
const FIELDS = [
  'value',
  'version',
  'flagVersion',
  'variation',
  'reason',
  'trackEvents',
  'trackReason',
  'debugEventsUntilDate',
  'prerequisites',
]

const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(null, true, 1, 9e15, '', KEYS, [null, 1, {}], {}))
const wireFlag = fc.oneof(fc.dictionary(fc.constantFrom(...FIELDS), odd), odd)
const payload = fc.dictionary(fc.constantFrom(...KEYS), wireFlag)
const patch = fc.record({
  event: fc.constantFrom('put', 'patch', 'delete', 'ping', 'other'),
  data: fc.oneof(payload, wireFlag),
})

test('with any data from the service, evaluations give a value, nothing throws, and events are JSON', async () => {
  await fc.assert(
    fc.asyncProperty(payload, fc.array(patch, { maxLength: 5 }), async (flags, messages) => {
      const service = fakeFlagService(JSON.parse(JSON.stringify(flags)))
      const { platform } = service
      const client = startFlagClient(
        { clientSideId: 'env', context: { kind: 'user', key: 'k' }, streaming: true, diagnosticOptOut: true },
        platform,
      )
      await platform.settle()
      for (const { event, data } of messages) {
        await service.send(
          event,
          typeof data === 'object' && data && !Array.isArray(data) ? { key: 'a', ...data } : data,
        )
        for (const key of KEYS) {
          const value = client.variation(key, 'fallback')
          expect(value).toEqual(
            Object.hasOwn(client.allFlags(), key) ? (client.allFlags()[key] ?? 'fallback') : 'fallback',
          )
          expect(typeof client.numberVariation(key, 7)).toBe('number')
          client.variationDetail(key, 'fallback')
        }
      }
      await client.flush()
      await client.close()
      await platform.settle()
      expect(service.events().every(({ kind }) => typeof kind === 'string')).toBe(true)
      expect(platform.clock.pending).toBe(0)
    }),
    { numRuns: 50 * Number(process.env['TELLTALE_HISTORIES'] ?? 1) },
  )
})

import { expect, it } from 'vitest'
import { startHttpAlone } from './startHttpAlone.suite.ts'
import { bytesOf } from '../events/store/budget.ts'
import { engineDifferences } from '../platform/engineDifferences.suite.ts'
import { anEvent, fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

// V8 serialises a value to JSON without recursion until it reaches an object with an index: a value that was fine alone then overflows the stack.
it('a batch with a property that is nested as deeply as the browser can serialise is posted together with its neighbours', async () => {
  const { jsonDepth } = engineDifferences
  const nested = JSON.parse('['.repeat(jsonDepth) + ']'.repeat(jsonDepth)) as []
  const platform = fakePlatform()
  const destination = startHttpAlone({ name: 'collector', url: 'https://collect.test/' }, fakeHost(platform))
  const batch = [anEvent('1', { properties: { nested } }), anEvent('2', { properties: { 0: 1 } })]
  const options = { signal: new AbortController().signal, keepalive: true }
  expect(bytesOf(batch[0] as object)).toBeGreaterThan(2 * jsonDepth)
  expect(await destination.deliver(batch, options)).toEqual({
    outcome: 'split',
    parts: [{ events: batch, result: { outcome: 'delivered' } }],
  })
})

import { expect, test } from 'vitest'
import type { ExtensionHost } from '../client/extension.ts'
import type { Hook } from '../client/hooks.ts'
import type { Inspector } from '../client/inspectors.ts'
import { vendorExtensions } from './vendorExtensions.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'

const context = { kind: 'user', key: 'a' }

function start(hooks: Hook[] = [], inspectors: Inspector[] = []) {
  const platform = fakePlatform()
  const added: Hook[] = []
  const copies: unknown[] = []
  const { extensions } = vendorExtensions(added, {
    readContext: () => context,
    givenFor(given) {
      copies.push(given)
      return given
    },
  })
  const host = { ...platform, settings: { application: {} }, environmentId: () => undefined }
  const started = extensions({ hooks, inspectors, plugins: [] }).map((part) =>
    part.start(host as unknown as ExtensionHost),
  )
  function run(metricValue?: unknown) {
    const operation = { flagKey: 'f', context, method: 'variation' }
    const afters = started.map((one) => one.before?.('Evaluation', operation))
    for (const after of afters) after?.({ value: 1 })
    for (const one of started) one.tracked?.({ key: 'done', context, metricValue })
  }
  return { added, copies, run, logged: platform.logged }
}

test('the context is not copied for evaluations and track while there is no hook and no inspector', () => {
  const { added, copies, run } = start()
  run()
  expect(copies).toEqual([])
  added.push({ getMetadata: () => ({ name: 'added' }) })
  run()
  expect(copies).toEqual([context, context])
})

test('the context is copied once for each operation, however many hooks and inspectors there are', () => {
  const seen: unknown[] = []
  const hook = (name: string): Hook => ({
    getMetadata: () => ({ name }),
    beforeEvaluation: (operation) => (seen.push([`${name} before`, operation.context]), {}),
    afterEvaluation: () => (seen.push([`${name} after`]), {}),
    afterTrack: (event) => void seen.push([`${name} tracked`, event.context]),
  })
  const used = (...args: unknown[]) => void seen.push(['used', ...args])
  const inspector: Inspector = { type: 'flag-used', name: 'i', synchronous: true, method: used }
  const { added, copies, run } = start([hook('first')], [inspector])
  added.push(hook('added'))
  run()
  expect(copies).toEqual([context, context])
  expect(seen).toEqual([
    ['first before', context],
    ['added before', context],
    ['used', 'f', { value: 1 }, context],
    ['added after'],
    ['first after'],
    ['first tracked', context],
    ['added tracked', context],
  ])
})

test('a metric value that is not a number is warned of', () => {
  const { run, logged } = start()
  for (const value of [0, -1.5, undefined, null]) run(value)
  expect(logged).toEqual([])
  run('12')
  expect(logged).toEqual(['The metricValue of "done" must be a number, got string (T144)'])
})

import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { consoleLink } from 'telltale/console'
import { flagSource } from 'telltale/flag-source'
import { inspector } from 'telltale/inspector'

/** @type {ReturnType<typeof createTelltale>} */
let telltale

/**
 * Starts the layer, and resolves once its flags are in force.
 *
 * @param {{ flagCount: number, isObserved: boolean }} options
 */
export async function start({ flagCount, isObserved }) {
  const flags = Object.fromEntries(Array.from({ length: flagCount }, (_, index) => [keyOf(index), flagOf(index)]))
  telltale = createTelltale({
    app: 'Bench',
    identity: { person: () => ({ unique_identity: 'user-1' }) },
    flags: flagSource({ name: 'bench', create: () => ({ fetch: async () => ({ flags }) }) }),
    destinations: [collector({ url: `${location.origin}/collect` })],
    observers: isObserved ? [inspector(), consoleLink({ url: location.origin })] : [],
    silent: true,
  })
  const started = performance.now()
  while (telltale.flags.status.get() !== 'live') {
    if (performance.now() - started > 30_000) throw new Error('The flags are not in force.')
    await pause(10)
  }
}

/**
 * Tracks events in tasks of `each`, which begin `pauseMs` after one another.
 *
 * @param {{ count: number, each: number, pauseMs: number }} how
 */
export async function track({ count, each, pauseMs }) {
  for (let first = 0; first < count; first += each) {
    for (let index = first; index < Math.min(first + each, count); index += 1)
      telltale.track('Bench event', { index, total: 1200, currency: 'USD', isLarge: index % 2 === 0 })
    await pause(pauseMs)
  }
}

/** Opens the panel, as its key does. */
export const openPanel = () =>
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '`', code: 'Backquote', ctrlKey: true, bubbles: true }))

/** What waits in the browser. */
export const counts = () => telltale.counts()

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** @param {number} index */
const keyOf = (index) => `team-${index % 17}-feature-${String(index).padStart(5, '0')}`

/** @param {number} index */
function flagOf(index) {
  const values = [true, 'treatment', index, { limit: index, labels: ['a', 'b'] }]
  return {
    value: values[index % values.length],
    variation: index % 3,
    version: index + 1,
    reason: { kind: 'FALLTHROUGH' },
  }
}

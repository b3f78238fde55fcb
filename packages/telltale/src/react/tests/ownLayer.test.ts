import { expect, it } from 'vitest'
import { consent } from '../../consent.ts'
import type { Telltale } from '../../layer/createTelltale.ts'
import type { Settings } from '../../layer/settings.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce as launchDarkly } from '../../testkit/createTelltaleAtOnce.ts'
import { ALL_FLAGS_STATE } from './allFlagsState.suite.ts'
import { layerOnCall } from '../ownLayer.ts'
import { layerSettings } from './startLayer.suite.ts'

function start(more: Partial<Settings> = {}) {
  const flags = launchDarkly({ clientSideId: 'env', bootstrap: ALL_FLAGS_STATE })
  const settings = { ...layerSettings().settings, definitions: { flags: { layout: { default: 'x' } } }, flags, ...more }
  let made: Telltale | undefined
  const create = () => (made ??= createTelltaleAtOnce(settings, fakePlatform()))
  const isMade = () => Boolean(made)
  return { layer: layerOnCall(settings, create, isMade), create, isMade }
}

type Shape = { [name: string]: Shape | string }

/** The type of each property, and of theirs, as the layer has them. */
const shapeOf = (layer: object, like: object): Shape =>
  Object.fromEntries(
    Object.entries(like).map(([name, real]) => {
      const value = Reflect.get(layer, name) as object
      return [name, typeof real === 'object' && typeof value === 'object' ? shapeOf(value, real) : typeof value]
    }),
  )

it.each([{}, { consent: consent() }])(
  'a layer that is made on a call has the same properties as one that is made, without making one: %j',
  (more) => {
    const { layer, isMade } = start(more)
    const real = start(more).create()
    expect(shapeOf(layer, real)).toEqual(shapeOf(real, real))
    expect(isMade()).toBe(false)
  },
)

it('a layer that is made on a call gives the flags of the bootstrap, and their reasons, without making one', () => {
  const { layer, isMade } = start()
  for (const flagOf of [layer.flags.getFlag, layer.flags.bootstrapFlag]) {
    expect(flagOf('layout')).toMatchObject({ value: 'compact', variation: 1, reason: { kind: 'FALLTHROUGH' } })
    expect(flagOf('unheard-of')).toBeUndefined()
  }
  expect(isMade()).toBe(false)
})

it('a layer that is made on a call has the same methods at each read, and passes calls on', () => {
  const { layer, create, isMade } = start()
  expect(layer.track).toBe(layer.track)
  expect(layer.identity.current).toBe(layer.identity.current)
  expect(layer.flags.variation('layout', 'x')).toBe('compact')
  expect(isMade()).toBe(true)
  expect(layer.identity.current.get()).toBe(create().identity.current.get())
})

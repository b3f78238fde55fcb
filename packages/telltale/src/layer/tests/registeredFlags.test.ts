import { describe, expect, it, test } from 'vitest'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { fakeHost } from '../../testing/fakeHost.ts'
import { noFlags, registeredFlags } from '../registeredFlags.ts'

const definitions = { layout: { default: 'classic' }, rows: { default: 0 }, style: { variations: ['roads'] } }

/** Independent of the flags that are registered where this is compiled. */
type Read = (key: string, fallback?: unknown) => unknown

function readers(defined?: typeof definitions) {
  const exposed: unknown[] = []
  const plain = noFlags(fakeHost(fakePlatform()))
  const flags = registeredFlags(
    { ...plain, recordExposure: (...given: unknown[]) => void exposed.push(given) },
    defined,
  )
  return {
    value: flags.variation as Read,
    detail: flags.variationDetail as Read,
    expose: flags.recordExposure as Read,
    exposed,
  }
}

describe('a flag that is unknown', () => {
  it.each([
    ['its default, in a call without a fallback', ['layout'], 'classic'],
    ['its default, even a falsy one', ['rows'], 0],
    ['the fallback of the call, before its default', ['layout', 'compact'], 'compact'],
    ['the fallback of the call, even a falsy one', ['layout', ''], ''],
    ['the fallback null', ['layout', null], null],
    ['no value, without a default and a fallback', ['style'], undefined],
    ['no value, without a definition', ['toString'], undefined],
  ] as const)('an unknown flag has %s', (_what, [key, ...fallback], expected) => {
    const { value, detail, expose, exposed } = readers(definitions)
    expect(value(key, ...fallback)).toBe(expected)
    expect(detail(key, ...fallback)).toEqual({ value: expected })
    expose(key, ...fallback)
    expect(exposed).toEqual([[key, expected]])
  })

  it('an unknown flag has the fallback of the call when no flags are defined', () => {
    const { value } = readers()
    expect([value('layout', 'wide'), value('layout')]).toEqual(['wide', undefined])
  })
})

test('the defaults of definitions cannot be changed by those who read them', () => {
  const sizes = { default: [['m']] }
  const { value } = readers({ sizes } as never)
  const read = value('sizes') as string[][]
  expect(read).toEqual([['m']])
  expect(() => read.push()).toThrow(TypeError)
  expect(Object.isFrozen(read[0])).toBe(true)
})

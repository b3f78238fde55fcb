import { describe, expect, it } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { noFlags } from './noFlags.ts'
import { registeredFlags } from './registeredFlags.ts'

const definitions = { layout: { default: 'classic' }, rows: { default: 0 }, style: { variations: ['roads'] } }

/** Whatever is registered where this is compiled. */
type Read = (key: string, fallback?: unknown) => unknown

function readers(defined?: typeof definitions) {
  const exposed: unknown[] = []
  const plain = noFlags(fakeHost(fakePlatform()))
  const flags = registeredFlags({ ...plain, expose: (...given) => void exposed.push(given) }, defined)
  return { value: flags.value as Read, detail: flags.detail as Read, expose: flags.expose as Read, exposed }
}

describe('a flag that is unknown', () => {
  it.each([
    ['its default, in a call without a fallback', ['layout'], 'classic'],
    ['its default, a falsy one too', ['rows'], 0],
    ['the fallback of the call, before its default', ['layout', 'compact'], 'compact'],
    ['the fallback of the call, a falsy one too', ['layout', ''], ''],
    ['the fallback null, which is one', ['layout', null], null],
    ['nothing, where there is neither', ['style'], undefined],
    ['nothing, where nobody has heard of it', ['toString'], undefined],
  ] as const)('has %s', (_what, [key, ...fallback], expected) => {
    const { value, detail, expose, exposed } = readers(definitions)
    expect(value(key, ...fallback)).toBe(expected)
    expect(detail(key, ...fallback)).toEqual({ value: expected })
    expose(key, ...fallback)
    expect(exposed).toEqual([[key, expected]])
  })

  it('has the fallback of the call, where no flags are defined', () => {
    const { value } = readers()
    expect([value('layout', 'wide'), value('layout')]).toEqual(['wide', undefined])
  })
})

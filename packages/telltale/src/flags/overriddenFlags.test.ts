import { describe, expect, test } from 'vitest'
import type { Identity } from '../core/model/identity.ts'
import { fakeHost } from '../testing/fakeHost.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { launchDarklyAtOnce } from '../testkit/createTelltaleAtOnce.ts'

const ANN: Identity = {
  status: 'known',
  epoch: 'ann',
  person: { unique_identity: 'ann' },
  name: 'ann',
  displayIdentity: 'ann',
}

const FLAGS = {
  pricing: { value: 'old', version: 3, variation: 0, trackEvents: true },
  layout: { value: 'wide', version: 2, variation: 1, trackEvents: true, prerequisites: ['pricing'] },
}

async function startWithService() {
  const sent: unknown[] = []
  const platform = fakePlatform(({ url, body }) => {
    if (url.includes('/events/')) sent.push(...(JSON.parse(String(body)) as unknown[]))
    return { status: 200, body: url.includes('/sdk/') ? FLAGS : {} }
  })
  const host = fakeHost(platform, ANN)
  const exposures: string[] = []
  host.bus.on('exposure', ({ key }) => exposures.push(key))
  const flags = launchDarklyAtOnce({ clientSideId: 'env', streaming: false, sendEvents: true }).start(host)
  await platform.settle()
  return {
    ...{ flags, exposures },
    async sent() {
      await platform.clock.advance(60_000)
      return sent as readonly { kind: string; key?: string; features?: Record<string, { counters: object[] }> }[]
    },
  }
}

describe('a value that a panel for developers shows', () => {
  test('is an exposure neither for observers nor for the flag service, whoever reads it', async () => {
    const { flags, exposures, sent } = await startWithService()
    flags.override('pricing', 'new')
    expect(flags.variation('pricing', 'x')).toBe('new')
    expect(flags.variationDetail('pricing', 'x')).toEqual({ value: 'new', reason: { kind: 'OVERRIDE' } })
    flags.recordExposure('pricing', 'x')
    flags.watch('pricing', () => {}, { fallback: 'x' })
    await Promise.resolve()
    flags.override('unknown', true)
    expect(flags.variation('unknown', false)).toBe(true)
    expect(exposures).toEqual([])
    const all = await sent()
    expect(all.filter(({ kind }) => kind === 'feature' || kind === 'summary')).toEqual([])
  })

  test('leaves the flag that the service has sent within reach', async () => {
    const { flags } = await startWithService()
    flags.override('pricing', 'new')
    flags.override('unknown', true)
    expect(flags.servedFlag('pricing')).toMatchObject({ value: 'old', version: 3, variation: 0 })
    expect(flags.servedFlag('layout')).toMatchObject({ value: 'wide' })
    expect(flags.servedFlag('unknown')).toBeUndefined()
  })

  test('is not counted when a flag that depends on it is read', async () => {
    const { flags, exposures, sent } = await startWithService()
    flags.override('pricing', 'new')
    expect(flags.variation('layout', 'x')).toBe('wide')
    expect(exposures).toEqual(['layout'])
    const all = await sent()
    expect(all.filter(({ kind }) => kind === 'feature').map(({ key }) => key)).toEqual(['layout'])
    expect(Object.keys(all.find(({ kind }) => kind === 'summary')?.features ?? {})).toEqual(['layout'])
  })

  test('is an exposure again when it has ended', async () => {
    const { flags, exposures } = await startWithService()
    flags.override('pricing', 'new')
    flags.watch('pricing', () => {}, { fallback: 'x' })
    await Promise.resolve()
    flags.override('pricing', undefined)
    expect(exposures).toEqual(['pricing'])
    expect(flags.variation('pricing', 'x')).toBe('old')
    expect(exposures).toEqual(['pricing', 'pricing'])
  })

  test('has the type of the caller, or is not shown', async () => {
    const { flags } = await startWithService()
    flags.override('pricing', 7)
    expect(flags.variation('pricing', 'x')).toBe('x')
    expect(flags.variation('pricing', 1)).toBe(7)
  })
})

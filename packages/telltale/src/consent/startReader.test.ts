import { describe, expect, it } from 'vitest'
import type { ConsentReader } from '../core/consentPart.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { startReader } from './startReader.ts'

function start(reader: ConsentReader['start']) {
  const { clock } = fakePlatform()
  const decided: unknown[] = []
  const assumed: unknown[] = []
  const warned: string[] = []
  const { stop } = startReader(
    { name: 'tool', start: reader },
    {
      clock,
      decide: (choices) => decided.push(choices),
      assume: (choices) => assumed.push(choices),
      holder: () => '',
      warn: (message) => warned.push(message),
    },
  )
  return { assumed, clock, decided, warned, stop }
}

describe('a reader of a consent tool', () => {
  it('decides at each of its calls', async () => {
    const { clock, decided, warned } = start((tell) => {
      tell({ analytics: true })
      tell({ analytics: false })
      return () => {}
    })
    await clock.advance(20_000)
    expect([decided, warned]).toEqual([[{ analytics: true }, { analytics: false }], []])
  })

  it('decides nothing, and is not reported, if its tool is there and the user has not decided', async () => {
    const { clock, decided, warned } = start((tell) => {
      tell(undefined)
      return () => {}
    })
    await clock.advance(20_000)
    expect([decided, warned]).toEqual([[], []])
  })

  it('may tell what its tool assumes, which is no decision', () => {
    const { assumed, decided } = start((tell) => {
      tell({ analytics: true }, { isAssumed: true })
      tell({ analytics: false }, {})
      return () => {}
    })
    expect([assumed, decided]).toEqual([[{ analytics: true }], [{ analytics: false }]])
  })

  it('that has heard nothing for ten seconds is reported once', async () => {
    const { clock, warned } = start(() => () => {})
    await clock.advance(9_999)
    expect(warned).toEqual([])
    await clock.advance(60_000)
    expect(warned).toEqual([expect.stringContaining('"tool" has heard nothing')])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('secret')
      },
    ],
    ['returns nothing', (() => {}) as never],
  ])('that %s does not break the layer', (_title, reader) => {
    const { stop, warned } = start(reader)
    expect(() => stop()).not.toThrow()
    expect(warned.join()).not.toContain('secret')
  })

  it('leaves no timer when it is stopped', () => {
    const { clock, stop } = start(() => () => {})
    stop()
    expect(clock.pending).toBe(0)
  })
})

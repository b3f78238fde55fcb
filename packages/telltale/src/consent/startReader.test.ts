import { describe, expect, it } from 'vitest'
import type { ConsentReader } from '../core/consentPart.ts'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { startReader } from './startReader.ts'

function start(reader: ConsentReader['start'], page: { who: string | undefined } = { who: '' }) {
  const { clock } = fakePlatform()
  const decided: unknown[] = []
  const assumed: unknown[] = []
  const warned: string[] = []
  const sources: unknown[] = []
  const { hearIdentity, stop } = startReader(
    { name: 'tool', start: reader },
    {
      clock,
      decide(choices, how) {
        decided.push(choices)
        sources.push(how)
      },
      assume: (choices) => assumed.push(choices),
      holder: () => page.who,
      warn: (message) => warned.push(message),
    },
  )
  return { assumed, clock, decided, hearIdentity, page, sources, warned, stop }
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

  it('is named as the source of its decisions', () => {
    const { sources } = start((tell) => {
      tell({ analytics: true })
      return () => {}
    })
    expect(sources).toEqual([{ source: 'tool' }])
  })

  it('that throws is reported by its name', () => {
    const { warned } = start(() => {
      throw new Error('secret')
    })
    expect(warned).toEqual(['the reader "tool" has thrown. (T202)'])
  })

  it('decides once for each user whom the page has', () => {
    const { decided, hearIdentity, page } = start((tell) => {
      tell({ analytics: true })
      tell(undefined)
      return () => {}
    })
    hearIdentity()
    expect(decided).toHaveLength(1)
    page.who = 'ida'
    hearIdentity()
    hearIdentity()
    expect(decided).toHaveLength(2)
    page.who = undefined
    hearIdentity()
    page.who = 'ida'
    hearIdentity()
    expect(decided).toEqual([{ analytics: true }, { analytics: true }])
  })

  it('decides when it is known who is here', () => {
    const page: { who: string | undefined } = { who: undefined }
    const { decided, hearIdentity } = start((tell) => {
      tell({ analytics: true })
      return () => {}
    }, page)
    expect(decided).toEqual([])
    page.who = ''
    hearIdentity()
    expect(decided).toEqual([{ analytics: true }])
  })

  it('that has said nothing decides nothing when somebody signs in', () => {
    const { decided, hearIdentity, page } = start(() => () => {})
    page.who = 'ida'
    hearIdentity()
    expect(decided).toEqual([])
  })

  it('is stopped once, and says nothing after that', () => {
    let stopped = 0
    let say = () => {}
    const { assumed, decided, stop } = start((tell) => {
      say = () => {
        tell({ analytics: true })
        tell({ analytics: true }, { isAssumed: true })
      }
      return () => void (stopped += 1)
    })
    expect(stopped).toBe(0)
    stop()
    say()
    expect([stopped, assumed, decided]).toEqual([1, [], []])
  })

  it('leaves no timer when it is stopped', () => {
    const { clock, stop } = start(() => () => {})
    stop()
    expect(clock.pending).toBe(0)
  })
})

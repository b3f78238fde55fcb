import { describe, expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import { launchDarklyAtOnce, createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import type { FakeAnswer } from '../../testing/fakeTransport.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { readBatch } from '../../testing/readBatch.ts'

const IDA = 'ida'.padEnd(36, '~')
const OTTO = 'otto'.padEnd(36, '~')
const NEVER = new Promise<never>(() => {})

type Token = string | null | undefined

/** A browser in which each page has its own token and who-am-i. */
function browser() {
  const disk = fakeDisk()
  const arrived: string[] = []
  function open({
    token,
    whoAmI,
  }: {
    token: () => Token | Promise<Token>
    whoAmI?: () => FakeAnswer | Promise<never>
  }) {
    const asked: string[] = []
    const platform = fakePlatform(({ url, body, headers }) => {
      if (url.includes('/who-am-i')) {
        asked.push('who-am-i')
        const id = /Bearer (\w+)/.exec(headers?.['Authorization'] ?? '')?.[1]
        return whoAmI ? whoAmI() : { status: 200, body: { unique_identity: id } }
      }
      if (url.includes('/sdk/evalx/')) {
        asked.push('flags')
        return { status: 200, body: {} }
      }
      const { events } = readBatch(body) as { events: { name: string; identity: { id?: string } }[] }
      for (const { name, identity } of events) arrived.push(`${name} of ${identity.id ?? 'nobody'}`)
      return { status: 202 }
    }, disk)
    const telltale = createTelltaleAtOnce(
      {
        ...sandboxSettings,
        auth: { token },
        flags: launchDarklyAtOnce({ clientSideId: 'env-1', sendEvents: false, streaming: false }),
        destinations: [collector({ url: 'https://events.test/' })],
      },
      platform,
    )
    return { platform, telltale, asked }
  }
  return { open, arrived }
}

describe('while the token is not known yet', () => {
  it.each<[string, () => Token | Promise<Token>]>([
    ['undefined', () => undefined],
    ['pending', () => NEVER],
  ])(
    'while the token is not known yet and is %s, nothing is requested, and no flags of an anonymous user are',
    async (_title, token) => {
      const { open, arrived } = browser()
      const { platform, telltale, asked } = open({ token })
      telltale.track('a')
      await platform.clock.advance(60_000)
      expect([asked, arrived]).toEqual([[], []])
      expect(telltale.identity.current.get().status).toBe('resolving')
      expect((await telltale.counts()).waiting.pending).toBe(1)
    },
  )

  it('events wait, and have the user of the token', async () => {
    const { open, arrived } = browser()
    const session: { token?: string } = {}
    const { platform, telltale, asked } = open({ token: () => session.token })
    telltale.track('a')
    await platform.clock.advance(5_000)
    session.token = IDA
    await telltale.identity.refresh()
    await platform.clock.advance(5_000)
    expect(arrived.sort()).toEqual(['Load - App - Desk - Browser of ida', 'a of ida'])
    expect(asked).toEqual(['who-am-i', 'flags'])
  })

  it.each<[string, Token, string]>([
    ['another user', OTTO, 'nobody'],
    ['the same user', IDA, 'nobody'],
    ['nobody', null, 'nobody'],
  ])(
    'while the token is not known yet and its page ends, an event is never given to the next user: the next page is of %s',
    async (_title, next, owner) => {
      const { open, arrived } = browser()
      const first = open({ token: () => undefined })
      first.telltale.track('a')
      await first.platform.clock.advance(1_000)
      first.platform.leave()
      await first.platform.settle()
      const second = open({ token: () => next })
      await second.platform.clock.advance(120_000)
      expect(arrived).toContain(`a of ${owner}`)
    },
  )

  it('while the token is not known yet and its page ends after the token is known and before who-am-i answers, an event belongs to the user of the token', async () => {
    const { open, arrived } = browser()
    let tell = (_: string) => {}
    const first = open({ token: () => new Promise<string>((resolve) => (tell = resolve)), whoAmI: () => NEVER })
    first.telltale.track('a')
    await first.platform.clock.advance(1_000)
    tell(IDA)
    await first.platform.clock.advance(1_000)
    first.platform.leave()
    await first.platform.settle()
    const second = open({ token: async () => OTTO })
    await second.platform.clock.advance(5_000)
    second.platform.leave()
    await second.platform.settle()
    const third = open({ token: async () => IDA })
    await third.platform.clock.advance(120_000)
    expect(arrived).toContain('a of ida')
  })
})

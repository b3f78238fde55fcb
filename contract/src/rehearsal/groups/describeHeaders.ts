import { describe, expect, it } from 'vitest'
import type { RehearsalBench, RehearsedClient, Setup } from '../rehearsalBench.ts'

const KINDS = ['poll', 'stream', 'events'] as const
const TAGS = 'x-launchdarkly-tags'
const ALLOWED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-'
const VALUES = [undefined, null, '', ALLOWED.slice(0, 64), ALLOWED.slice(-64)]
const PAIRS = VALUES.flatMap((id) => VALUES.map((version) => [id, version] as const))
/** All of ASCII that tags may not have, as far as the harness goes, and beyond. */
const FORBIDDEN = [
  '\t',
  '\n',
  '\r',
  'é',
  '😀',
  ...Array.from({ length: 96 }, (_, i) => String.fromCharCode(32 + i)),
].filter((character) => !ALLOWED.includes(character))

const tagsOf = (id: string | null | undefined, version: string | null | undefined) =>
  [id && `application-id/${id}`, version && `application-version/${version}`].filter(Boolean).join(' ') || undefined

export function describeHeaders(bench: RehearsalBench) {
  async function header(client: RehearsedClient, kind: (typeof KINDS)[number], name: string) {
    if (kind === 'events') await client.run({ command: 'flushEvents' })
    return (await client[kind].next()).headers[name]
  }
  const open = (setup: Setup) => bench.open({ stream: [{}], ...setup })

  describe.each(KINDS)('%s requests', (kind) => {
    it.each(PAIRS)('tell of application %j and version %j', async (applicationId, applicationVersion) => {
      const client = await open({ tags: { applicationId, applicationVersion } })
      expect(await header(client, kind, TAGS)).toBe(tagsOf(applicationId, applicationVersion))
    })

    it.each([
      [{ name: 'wrapper', version: '1.2' }, 'wrapper/1.2'],
      [{ name: 'wrapper' }, 'wrapper'],
      [{ version: '1.2' }, undefined],
      [{ name: '', version: '1.2' }, undefined],
      [{ name: '', version: '' }, undefined],
    ])('tell of the wrapper %j: %s', async (wrapper, expected) => {
      expect(await header(await open({ wrapper }), kind, 'x-launchdarkly-wrapper')).toBe(expected)
    })
  })

  it('leaves out a tag with a character that tags may not have, or with too many', async () => {
    const bad = [...FORBIDDEN.map((character) => `bad-${character}`), `${ALLOWED.slice(0, 64)}x`]
    for (const value of bad) {
      for (const [applicationId, applicationVersion] of [
        ['ok', value],
        [value, 'ok'],
      ]) {
        const client = await bench.open({ isWithoutEvents: true, tags: { applicationId, applicationVersion } })
        const expected = applicationId === 'ok' ? 'application-id/ok' : 'application-version/ok'
        expect([value, await header(client, 'poll', TAGS)]).toEqual([value, expected])
        await client.close()
      }
    }
  })

  it('names the same instance in every request, and another one for another client', async () => {
    const name = 'x-launchdarkly-instance-id'
    const client = await open({})
    const ids = await Promise.all(KINDS.map((kind) => header(client, kind, name)))
    expect(ids[0]).toMatch(/./)
    expect(new Set(ids).size).toBe(1)
    expect(await header(await open({}), 'poll', name)).not.toBe(ids[0])
  })
}

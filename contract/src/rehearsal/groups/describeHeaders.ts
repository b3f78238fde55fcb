import { describe, expect, it } from 'vitest'
import type { RehearsalBench, RehearsedClient, Setup } from '../rehearsalBench.ts'

const KINDS = ['poll', 'stream', 'events'] as const
const TAGS = 'x-launchdarkly-tags'
const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-'
const LONG = CHARACTERS.slice(0, 64)

const VALID: readonly [
  id: string | null | undefined,
  version: string | null | undefined,
  header: string | undefined,
][] = [
  [undefined, undefined, undefined],
  ['', '', undefined],
  [null, null, undefined],
  ['a', undefined, 'application-id/a'],
  ['a', '', 'application-id/a'],
  [undefined, '1', 'application-version/1'],
  ['a', '1.0_b-', 'application-id/a application-version/1.0_b-'],
  [LONG, '-', `application-id/${LONG} application-version/-`],
]

export function describeHeaders(bench: RehearsalBench) {
  async function header(client: RehearsedClient, kind: (typeof KINDS)[number], name: string) {
    if (kind === 'events') await client.run({ command: 'flushEvents' })
    return (await client[kind].next()).headers[name]
  }
  const open = (setup: Setup) => bench.open({ stream: [{}], ...setup })

  describe.each(KINDS)('%s requests', (kind) => {
    it.each(VALID)('tell of application %j and version %j: %s', async (applicationId, applicationVersion, expected) => {
      const client = await open({ tags: { applicationId, applicationVersion } })
      expect(await header(client, kind, TAGS)).toBe(expected)
    })

    it.each([
      [{ name: 'wrapper', version: '1.2' }, 'wrapper/1.2'],
      [{ name: 'wrapper' }, 'wrapper'],
      [{ version: '1.2' }, undefined],
      [{ name: '', version: '1.2' }, undefined],
    ])('tell of the wrapper %j: %s', async (wrapper, expected) => {
      expect(await header(await open({ wrapper }), kind, 'x-launchdarkly-wrapper')).toBe(expected)
    })
  })

  it('leaves out a tag with a character that tags may not have, or with too many', async () => {
    for (const bad of ['a b', 'ä', 'a/b', '\u0000', 'a:', `${LONG}x`]) {
      const version = await open({ tags: { applicationId: 'ok', applicationVersion: bad } })
      expect(await header(version, 'poll', TAGS)).toBe('application-id/ok')
      const id = await open({ tags: { applicationId: bad, applicationVersion: 'ok' } })
      expect(await header(id, 'poll', TAGS)).toBe('application-version/ok')
      // A browser keeps six connections to a server, and each of these has a stream.
      await version.close()
      await id.close()
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

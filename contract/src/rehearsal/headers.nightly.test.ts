import { describe, expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import { ALLOWED, requestHeader, SERVICES, TAGS } from './requestHeader.ts'
import { startRehearsal, type Setup } from './startRehearsal.ts'

const rehearsal = await startRehearsal(startNodeService)
const open = (setup: Setup = {}) => rehearsal.open({ stream: [{}], ...setup })

/** Characters that tags must not have: those of ASCII that the harness tries, and some beyond. */
const FORBIDDEN = [
  ...['\t', '\n', '\r', 'é', '😀'],
  ...Array.from({ length: 96 }, (_, index) => String.fromCharCode(32 + index)),
].filter((character) => !ALLOWED.includes(character))

const VALUES = [undefined, null, '', ALLOWED.slice(0, 64), ALLOWED.slice(-64)]
const PAIRS = VALUES.flatMap((id) => VALUES.map((version) => [id, version] as const))

const tagsOf = (id: string | null | undefined, version: string | null | undefined) =>
  [id && `application-id/${id}`, version && `application-version/${version}`].filter(Boolean).join(' ') || undefined

describe.each(SERVICES)('requests to the service "%s"', (service) => {
  test.each([
    { wrapper: { name: 'wrapper', version: '1.2' }, expected: 'wrapper/1.2' },
    { wrapper: { name: 'wrapper' }, expected: 'wrapper' },
    { wrapper: { version: '1.2' }, expected: undefined },
    { wrapper: { name: '', version: '1.2' }, expected: undefined },
    { wrapper: { name: '', version: '' }, expected: undefined },
  ])('have the header $expected for the wrapper $wrapper', async ({ wrapper, expected }) => {
    expect(await requestHeader(await open({ wrapper }), service, 'x-launchdarkly-wrapper')).toBe(expected)
  })

  test.each(PAIRS)('have the tags of application %j and version %j', async (applicationId, applicationVersion) => {
    const client = await open({ tags: { applicationId, applicationVersion } })
    expect(await requestHeader(client, service, TAGS)).toBe(tagsOf(applicationId, applicationVersion))
  })
})

test('a tag that is too long or has a forbidden character is left out', async () => {
  const tooLong = `${ALLOWED.slice(0, 64)}x`
  for (const value of [tooLong, ...FORBIDDEN.map((character) => `bad-${character}`)]) {
    for (const isVersion of [false, true]) {
      const tags = isVersion
        ? { applicationId: 'ok', applicationVersion: value }
        : { applicationId: value, applicationVersion: 'ok' }
      const client = await rehearsal.open({ events: null, tags })
      const expected = isVersion ? 'application-id/ok' : 'application-version/ok'
      expect([value, await requestHeader(client, 'poll', TAGS)]).toEqual([value, expected])
      await client.close()
    }
  }
})

test('all requests of a client have the same instance ID, and another client has another one', async () => {
  const name = 'x-launchdarkly-instance-id'
  const client = await open()
  const ids = await Promise.all(SERVICES.map((service) => requestHeader(client, service, name)))
  expect(ids[0]).toMatch(/./)
  expect(new Set(ids).size).toBe(1)
  expect(await requestHeader(await open(), 'poll', name)).not.toBe(ids[0])
})

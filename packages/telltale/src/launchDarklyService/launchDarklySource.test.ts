import { expect, test } from 'vitest'
import { fakeFlagService, json, type FakeFlagService } from '../testing/fakeFlagService.ts'
import { startFlagClient } from '../client/startFlagClient.ts'

/** Longer than the failed polls take after which flags count as failed, in milliseconds. */
const UNTIL_FAILED_MS = 4000
function start({ platform }: FakeFlagService) {
  return startFlagClient(
    { clientSideId: 'env', context: { kind: 'user', key: 'ann' }, diagnosticOptOut: true, streaming: true },
    platform,
  )
}

/** Why a new client has no flags. */
async function failureOf(service: FakeFlagService) {
  const failed = start(service)
    .waitForInitialization(5)
    .catch((error: Error) => `${error.name}: ${error.message}`)
  await service.platform.clock.advance(UNTIL_FAILED_MS)
  return failed
}

test.each([
  [{ status: 404 }, 'InvalidEnvironmentIdError: Environment not found. Check the client-side ID. (T86)'],
  [json('<!doctype html>'), 'FlagFetchError: Error fetching flag settings: the answer has no flags (T90)'],
  [
    { status: 200, headers: { 'content-type': 'text/html' } },
    'FlagFetchError: Error fetching flag settings: the answer has no flags (T90)',
  ],
  [{ status: 503 }, 'FlagFetchError: Error fetching flag settings: 503 (T89)'],
  [
    { status: 302, headers: { Location: '/login' } },
    'FlagFetchError: the address redirects, probably to a sign-in page (T92)',
  ],
])('a client whose poll is answered with %j rejects with the reason', async (answer, message) => {
  const service = fakeFlagService()
  service.answers.poll = answer
  expect(await failureOf(service)).toBe(`LaunchDarkly${message}`)
})

// The Relay Proxy's 404 for an unknown environment has no CORS headers: the browser hides it from the page.
test('a network error hints at an unknown client-side ID', async () => {
  const service = fakeFlagService()
  service.answers.poll = 'network'
  expect(await failureOf(service)).toBe(
    'LaunchDarklyFlagFetchError: network error at https://app.launchdarkly.com: blocked, or an unknown client-side ID (T88)',
  )
})

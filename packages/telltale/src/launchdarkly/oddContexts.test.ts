import { expect, test } from 'vitest'
import { fakeFlagService } from '../testing/fakeFlagService.ts'
import { NO_JSON } from '../testing/oddValues.suite.ts'
import { createClientOn } from './createClient.ts'
import { initializeOn } from './initialize.ts'

const ida = { kind: 'user', key: 'ida' }
const FLAGS = { layout: { value: 'compact', version: 1 } }

test.each(NO_JSON)('the clients of telltale/launchdarkly refuse a context with %s, and go on', async (_, make) => {
  const context = { ...ida, account: { tenant: make() } } as never
  for (const [version, first] of [
    [3, ida],
    [3, context],
    [4, ida],
  ] as const) {
    const { channel: _channel, ...platform } = fakeFlagService(FLAGS).platform
    const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
    const given = { diagnosticOptOut: true, sendEvents: false, logger }
    if (version === 3) {
      const client = initializeOn(platform)('env', first, { ...given, fetchGoals: false })
      await platform.settle()
      await expect(client.identify(context)).rejects.toThrow('T108')
      await expect(client.identify(ida)).resolves.toEqual({ layout: 'compact' })
      await client.close()
    } else {
      const client = createClientOn(platform, logger)('env', first, given)
      await expect(client.start()).resolves.toEqual({ status: 'complete' })
      await expect(client.identify(context)).resolves.toMatchObject({ status: 'error' })
      await expect(client.identify(ida)).resolves.toEqual({ status: 'completed' })
      await client.close()
    }
  }
})

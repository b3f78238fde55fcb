import { setTimeout as sleep } from 'node:timers/promises'
import { collector } from './collector.ts'
import { launchDarkly } from './flags.ts'
import { createTelltale } from './index.ts'

// A process with the globals of an environment for tests, such as jsdom: it counts as a browser.

const asked: string[] = []
globalThis.fetch = async (url) => {
  const { hostname } = new URL(String(url))
  asked.push(hostname)
  if (hostname === 'api.test') return Response.json({ unique_identity: 'u-1' })
  return Response.json(hostname === 'flags.test' ? { 'new-pricing': { value: true, version: 1 } } : [])
}

const telltale = createTelltale({
  app: 'Test environment',
  api: 'https://api.test',
  auth: { token: () => 'b8c1a3d2-5f0e-4a57-9c38-1d2e3f4a5b6c' },
  flags: launchDarkly({ clientSideId: 'test', baseUrl: 'https://flags.test' }),
  destinations: [collector({ url: 'https://collect.test' })],
})
telltale.track('Shown')
await telltale.ready.within(10_000)
for (let round = 0; round < 400 && !asked.includes('collect.test'); round += 1) await sleep(25)
const result = {
  identity: telltale.identity.current.get().status,
  flag: telltale.flags.variation('new-pricing', false),
  asked: ['api.test', 'flags.test', 'collect.test'].filter((host) => asked.includes(host)),
}
process.stdout.write(JSON.stringify(result), () => process.exit())

import { createFlagClient } from 'telltale/flags'

const services = new URLSearchParams(location.search).get('services') ?? ''
const client = createFlagClient({
  clientSideId: 'rental-desk-local',
  context: { kind: 'user', key: 'u-1', company_id: 'stonebridge-civil' },
  baseUrl: services,
  streamUrl: services,
  eventsUrl: services,
})
await client.waitForInitialization(5)
document.body.textContent = `new-pricing: ${client.variation('new-pricing', false)}`

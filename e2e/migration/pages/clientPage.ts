import { createClient } from '@launchdarkly/js-client-sdk'
import { readPageSettings } from './pageSettings.ts'

const { services, environment, users } = readPageSettings()

/** An application that is written for LaunchDarkly's JavaScript SDK 4. */
const main = document.body.appendChild(document.createElement('main'))
const status = main.appendChild(document.createElement('p'))
status.role = 'status'
let user = 'Dana'

const addresses = { baseUri: services, streamUri: services, eventsUri: services }
const client = createClient(environment, users.dana, { ...addresses, withReasons: true, diagnosticOptOut: true })

function show() {
  const { value, reason } = client.boolVariationDetail('new-pricing', false)
  const layout = client.stringVariation('quote-layout', 'unknown')
  status.textContent = `${user}: ${value ? 'weekly prices' : 'day prices'} (${reason?.kind}), ${layout}`
}

function addButton(text: string, onClick: () => void) {
  const button = main.appendChild(document.createElement('button'))
  button.textContent = text
  button.addEventListener('click', onClick)
}

addButton('Sign in as Priya', async () => {
  const { status: outcome } = await client.identify(users.priya)
  user = outcome === 'completed' ? 'Priya' : outcome
  show()
})
addButton('Send quote', async () => {
  client.track('quote-sent', { machine: 'M-1' }, 1200)
  await client.flush()
})

const { status: outcome } = await client.start({ timeout: 5 })
if (outcome !== 'complete') throw new Error(outcome)
client.on('change:new-pricing', show)
show()

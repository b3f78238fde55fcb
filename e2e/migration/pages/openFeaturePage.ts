import { LaunchDarklyClientProvider } from '@openfeature/launchdarkly-client-provider'
import { OpenFeature, ProviderEvents } from '@openfeature/web-sdk'
import { readPageSettings } from './pageSettings.ts'

const { services, environment, users } = readPageSettings()

/** An application that is written for OpenFeature, with the provider for LaunchDarkly. */
const main = document.body.appendChild(document.createElement('main'))
const status = main.appendChild(document.createElement('p'))
status.role = 'status'

/** OpenFeature names the key of a context its targeting key. */
const contextOf = ({ key, ...attributes }: { key: string }) => ({ targetingKey: key, ...attributes })

function show(user: string) {
  const { value, variant } = client.getBooleanDetails('new-pricing', false)
  const layout = client.getStringValue('quote-layout', 'unknown')
  status.textContent = `${user}: ${value ? 'weekly prices' : 'day prices'} (variant ${variant}), ${layout}`
}

function addButton(text: string, onClick: () => void) {
  const button = main.appendChild(document.createElement('button'))
  button.textContent = text
  button.addEventListener('click', onClick)
}

const provider = new LaunchDarklyClientProvider(environment, {
  baseUrl: services,
  streamUrl: services,
  eventsUrl: services,
  streaming: true,
  diagnosticOptOut: true,
})
const client = OpenFeature.getClient()
client.addHandler(ProviderEvents.ConfigurationChanged, () => show('Dana'))
addButton('Sign in as Priya', () => void OpenFeature.setContext(contextOf(users.priya)).then(() => show('Priya')))
addButton('Send quote', () => client.track('quote-sent', { value: 1200, machine: 'M-1' }))

await OpenFeature.setContext(contextOf(users.dana))
await OpenFeature.setProviderAndWait(provider)
show('Dana')

import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'
import { inspector } from 'telltale/inspector'

/** An application that shows the value of a flag, and tracks an event when its button is pressed. */
const api = location.origin
const telltale = createTelltale({
  app: 'Inspected',
  api,
  auth: { token: () => '0b7d94c6-e21f-47a3-a58c-c4916d2e7b04' },
  definitions: { flags: { 'new-pricing': { default: false }, 'quote-layout': { default: 'classic' } } },
  flags: launchDarkly({
    clientSideId: 'inspected',
    baseUrl: api,
    streamUrl: api,
    eventsUrl: api,
    bootstrap: 'localStorage',
  }),
  destinations: [collector({ url: `${api}/collect` })],
  observers: [inspector({ docs: 'https://docs.example.com' })],
})

const button = document.querySelector('button')
const show = () => {
  if (button) button.textContent = telltale.flags.variation('new-pricing', false) ? 'Weekly prices' : 'Daily prices'
}
telltale.flags.watch('new-pricing', show)
show()
button?.addEventListener('click', () => telltale.track('Prices compared'))

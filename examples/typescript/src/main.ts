import { createTelltale } from 'telltale'
import { collector } from 'telltale/collector'
import { launchDarkly } from 'telltale/flags'

const services: string = import.meta.env.VITE_TELLTALE_SERVICES ?? 'http://127.0.0.1:4801' // npx telltale dev

const { flags, identity, track } = createTelltale({
  app: 'Quotes',
  api: `${services}/api/sandbox`,
  auth: { token: () => '11111111-1111-4111-8111-111111111111' }, // a user of telltale/users.json: replace it with your session
  flags: launchDarkly({
    clientSideId: 'my-app-local',
    baseUrl: services,
    streamUrl: services,
    eventsUrl: services,
    streaming: true,
  }),
  destinations: [collector({ url: `${services}/collect` })],
})

const user = document.querySelector('#user')!
const button = document.querySelector('#send')!

function showUser() {
  const who = identity.current.get()
  user.textContent = who.status === 'known' ? who.name : who.status === 'unknown' ? 'Please sign in.' : ''
}

function showButton() {
  button.textContent = flags.variation('new-welcome', false) ? 'Send the new quote' : 'Send the quote'
}

identity.current.subscribe(showUser)
flags.watch('new-welcome', showButton)
showUser()
showButton()
button.addEventListener('click', () => track('Quote sent', { total: 1200 }))

import { mountFleet } from './fleet/mountFleet'
import { mountQuotes } from './quotes/mountQuotes'

/** What the host shares with its applications: their services and the session of the user. */
const shared = {
  services: import.meta.env.VITE_TELLTALE_SERVICES ?? 'http://127.0.0.1:4801', // npx telltale dev
  token: () => '11111111-1111-4111-8111-111111111111', // a user of telltale/users.json: replace it with your session
}

const fleet = document.querySelector('#fleet')!
const toggle = document.querySelector('#toggle')!

mountQuotes(document.querySelector('#quotes')!, shared)
let unmountFleet: (() => void) | undefined = mountFleet(fleet, shared)
toggle.addEventListener('click', () => {
  if (unmountFleet) unmountFleet()
  unmountFleet = unmountFleet ? undefined : mountFleet(fleet, shared)
  toggle.textContent = unmountFleet ? 'Close the fleet' : 'Open the fleet'
})

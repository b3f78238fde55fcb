import { createTelltale } from 'telltale'
import { acme } from './acme'

// This application knows its user itself, and needs no who-am-i.
const telltale = createTelltale({
  app: 'Quotes',
  identity: { person: () => ({ unique_identity: 'ada' }) }, // replace it with your session
  analytics: acme,
})

document.querySelector('#send')!.addEventListener('click', () => telltale.track('Quote sent', { total: 1200 }))
document.querySelector('#sign-out')!.addEventListener('click', () => telltale.identify(null))

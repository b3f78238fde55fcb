import { createTelltale } from 'telltale'
import { acme } from './acme'

// This application knows its user itself, and needs no who-am-i. Replace it with your session.
let user: { unique_identity: string } | null = { unique_identity: 'ada' }

const telltale = createTelltale({
  app: 'Quotes',
  identity: { person: () => user },
  analytics: acme,
})

document.querySelector('#send')!.addEventListener('click', () => telltale.track('Quote sent', { total: 1200 }))
document.querySelector('#sign-out')!.addEventListener('click', () => {
  user = null
  void telltale.identity.refresh()
})

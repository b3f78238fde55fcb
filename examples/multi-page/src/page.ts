import { telltale } from './telltale'

const user = document.querySelector('#user')!

telltale.identity.current.subscribe((who) => {
  user.textContent = who.status === 'known' ? who.name : ''
})
telltale.track('Page viewed', { title: document.title })
// The click leaves the page: the event is stored before it does, and sent from this page or the next.
document.querySelector('a')!.addEventListener('click', ({ currentTarget }) => {
  telltale.track('Link followed', { to: (currentTarget as HTMLAnchorElement).pathname })
})

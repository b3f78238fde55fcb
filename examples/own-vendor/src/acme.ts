import { vendor } from 'telltale/vendor'

/** The script of the vendor, as its documentation describes it. */
interface Acme {
  setUser(id: string): void
  event(name: string, data: object): void
  clear(): void
}

declare global {
  interface Window {
    acme?: Acme
  }
}

/**
 * Each event is handed over once, in order, after the script has loaded, and only while it has the user of the event. While support looks
 * at the application as a customer, the vendor is told nothing.
 */
export const acme = vendor({
  name: 'acme',
  impersonation: 'suppress',
  isLoaded: () => window.acme !== undefined,
  identify: ({ person }) => window.acme?.setUser(person.unique_identity),
  track: ({ name, properties }) => window.acme?.event(name, properties),
  reset: () => window.acme?.clear(),
})

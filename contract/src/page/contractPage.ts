import { createClients, type Clients } from '../clients/createClients.ts'

declare global {
  /** What Node calls in the page. */
  var contractClients: Clients
}

globalThis.contractClients = createClients()

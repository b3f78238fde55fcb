import { createFlagClient } from 'telltale/flags'

declare global {
  /** What the tests of the relay call in the page. */
  var newFlagClient: typeof createFlagClient
}

globalThis.newFlagClient = createFlagClient

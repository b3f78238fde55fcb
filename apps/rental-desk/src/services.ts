declare global {
  /** Set by `/settings.js`, which the page loads before the application. */
  var RENTAL_DESK: { services: string } | undefined
}

/** The address of the services: who-am-i, flags, collector. */
export const services = globalThis.RENTAL_DESK?.services ?? 'http://127.0.0.1:4901'

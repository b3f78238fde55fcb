import type { HttpSettings } from './httpDestination.ts'
import { startHttpDestination } from './startHttpDestination.ts'
import type { LateHost } from '../core/host.ts'

/** Starts a destination of a page that counts no events and knows no traits. */
export const startHttpAlone = (settings: HttpSettings, host: LateHost) =>
  startHttpDestination(settings, host, {
    report: () => ({ pages: {}, confirm() {} }),
    traitsOf: () => undefined,
  })

import { type ConsoleLinkOptions, createConsoleLink } from './adapters/consoleLink.ts'
import type { Observer } from './core/observer.ts'
import { detectPlatform } from './platform/browserPlatform.ts'

/**
 * Shows the local console the progress of each event, the current user, the status of the flags, and the problems that the page
 * reports. For development: it sends even if no console is running, and a failure is silent. Events are identified by their ids; no
 * token is sent.
 *
 * @example createTelltale({ …, observers: import.meta.env.DEV ? [consoleLink({ url: 'http://127.0.0.1:4801' })] : [] })
 */
export const consoleLink = (options: ConsoleLinkOptions): Observer =>
  createConsoleLink(options, detectPlatform, () => document.visibilityState === 'hidden')

export type { ConsoleLinkOptions, Observer }

import type { ConsoleServices } from './consoleServices.ts'
import { uuidOf } from './uuidOf.ts'

/** A user's action on a page. */
export interface Happening {
  /** Names the event, whose id is the UUID of this text. */
  readonly id: string
  readonly name?: string
  readonly who?: string
  readonly impersonator?: string
  readonly properties?: Readonly<Record<string, unknown>>
  /** Milliseconds since 1970. */
  readonly at?: number
  /** Further fields of the event. */
  readonly more?: Readonly<Record<string, unknown>>
  readonly accounts?: Readonly<Record<string, object>>
}

export const DANA = 'stonebridge-civil:1042'
export const AIKO = 'harbor-and-pine:2210'
export const PRIYA = 'northgate-events:3305'

/** An event as the collector accepts it. */
export function eventOf({ id, name = 'Quote sent', who = DANA, properties = {}, at, more, ...person }: Happening) {
  const { impersonator, accounts } = person
  const identity = { id: who, ...(impersonator !== undefined && { impersonator }), ...(accounts && { accounts }) }
  return {
    id: uuidOf(id),
    name,
    at: at ?? Date.now(),
    url: 'http://127.0.0.1:4800/fleet',
    properties,
    identity,
    ...more,
  }
}

/** Delivers events to the collector. */
export function happen(services: ConsoleServices, ...happenings: readonly Happening[]): Promise<void> {
  const app = { name: 'Rental Desk', platform: 'web', promotion: 'sandbox' }
  return services.post('/collect', { app, events: happenings.map(eventOf) })
}

export interface Told {
  readonly tab?: string
  readonly identity?: string | null
  readonly noUser?: string
  readonly flags?: string
  /** `step` of the event that `id` names, `step@destination`, or `step@destination:reason`. */
  readonly steps?: readonly (readonly [id: string, step: string, at?: number])[]
  readonly name?: string
  /** The names of the page's destinations. */
  readonly destinations?: readonly string[]
  /** What the page has written to its console. */
  readonly problems?: readonly object[]
  /** What its destinations have answered. */
  readonly deliveries?: readonly object[]
  /** Whether its tab is in the background, and need not report every few seconds. It is unless a test says otherwise. */
  readonly isHidden?: boolean
  /** Whether the page may close. */
  readonly leaving?: boolean
}

/** Reports the lives of events as a page with a console link does. */
export function tell(
  services: ConsoleServices,
  {
    tab = 'tab-one',
    identity = DANA,
    noUser,
    flags = 'live',
    steps = [],
    name = 'Quote sent',
    destinations,
    problems,
    deliveries,
    isHidden = true,
    leaving,
  }: Told,
): Promise<void> {
  return services.post('/console/life', {
    tab,
    page: 'http://127.0.0.1:4800/fleet',
    app: 'Rental Desk',
    identity,
    noUser,
    flags,
    destinations,
    problems,
    deliveries,
    isHidden,
    leaving,
    steps: steps.map(([id, text, at = Date.now()]) => {
      const [step, place = ''] = text.split('@')
      const [destination, reason] = place.split(':')
      return {
        id: uuidOf(id),
        step,
        at,
        ...(destination && { destination }),
        ...(reason && { reason }),
        ...(step === 'happened' && { name }),
      }
    }),
  })
}

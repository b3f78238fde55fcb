import type { IncomingEvent, StoredEvent } from './store.ts'

/** The name of the events that record a decision about consent. Their kind is `consent`: an application may use the name for its own. */
export const CONSENT = 'Consent changed'

/** A decision about consent, for an answer. */
export interface Consent {
  /** The id of the event: the `moment.consent` of the events that were tracked after it. */
  readonly id: string
  /** Milliseconds since 1970, by the clock of the page. */
  readonly at: unknown
  /** Milliseconds since 1970, by the clock of the collector. */
  readonly receivedAt: number
  readonly app: StoredEvent['app']
  readonly person?: string
  readonly visitor?: string
  /** Who has decided while signed in as the person. */
  readonly impersonator?: string
  readonly purposes: Readonly<Record<string, Decision>>
  /** The version of the text that was shown. */
  readonly text?: string
  /** Where the decision was made, such as `dialogue`. */
  readonly source?: string
}

type Decision = 'granted' | 'denied' | 'pending'

const DECISIONS: readonly unknown[] = ['granted', 'denied', 'pending'] satisfies readonly Decision[]

/** Whether an event records a decision about consent. A body that is no JSON is none. */
export function isConsent({ name, body }: Pick<IncomingEvent, 'name' | 'body'>): boolean {
  if (name !== CONSENT) return false
  try {
    return recordOf(JSON.parse(body))['kind'] === 'consent'
  } catch {
    return false
  }
}

/** What an event says about consent. The application may have put anything into its properties: what has another form is left out. */
export function consentOf({ id, app, receivedAt, body }: StoredEvent): Consent {
  const event = recordOf(JSON.parse(body))
  const { id: person, visitor, impersonator } = recordOf(event['identity'])
  const { purposes, text, source } = recordOf(event['properties'])
  return {
    ...{ id, at: event['at'], receivedAt, app },
    ...texts({ person, visitor, impersonator }),
    purposes: Object.fromEntries(Object.entries(recordOf(purposes)).filter(isDecision)),
    ...texts({ text, source }),
  }
}

const isDecision = (entry: readonly [string, unknown]): entry is [string, Decision] => DECISIONS.includes(entry[1])

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

const texts = <Name extends string>(values: Readonly<Record<Name, unknown>>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === 'string')) as Partial<
    Record<Name, string>
  >

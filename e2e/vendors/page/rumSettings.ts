import type { RumInitConfiguration } from '@datadog/browser-rum'

/** What a journey reads of an event before the SDK sends it. */
interface SentEvent {
  readonly name: string | undefined
  readonly usr: unknown
  readonly flags: unknown
}

declare global {
  /** The address that takes the place of Datadog's servers. */
  var datadogIntake: string
  /** The events that the SDK is about to send: it sends in batches, and a journey waits for single events. */
  var sentEvents: SentEvent[]
}

globalThis.sentEvents = []

/** The settings with which the application starts Datadog's SDK. */
export function rumSettings(): RumInitConfiguration {
  return {
    applicationId: '00000000-0000-4000-8000-000000000000',
    clientToken: 'local',
    proxy: datadogIntake,
    trackFeatureFlagsForEvents: ['action'],
    trackResources: false,
    trackLongTasks: false,
    telemetrySampleRate: 0,
    beforeSend(event) {
      const { usr, feature_flags: flags } = event
      // The SDK modifies these objects later.
      const name = event.type === 'action' ? event.action.target?.name : undefined
      sentEvents.push(structuredClone({ name, usr, flags }))
      return true
    },
  }
}

import { isRecord } from '../../core/lib/json.ts'
import type { AnalyticsEvent, StoredEvent } from '../../core/model/event.ts'
import type { Redacted } from '../../core/stepHost.ts'
import type { Step } from '../../core/step.ts'
import type { DeliveryReports } from '../reports/deliveryReports.ts'
import { isName, lossOf, readProperties } from '../recording/drafts.ts'
import { frozenEvent } from '../destinations/withFlags.ts'

/** Returns a complete event as the steps of the application leave it, or `undefined` if one of them has dropped it. */
export type Process = (event: StoredEvent) => StoredEvent | undefined

interface Needs {
  reports: DeliveryReports
  /** Of what a step returns, too, nothing else is stored. */
  redacted: Redacted
  /** The names of the destinations, none of which gets what a step drops. */
  names: readonly string[]
}

/** Runs the steps that process complete events, in order. */
export function createProcessing(steps: readonly Step[], { reports, redacted, names }: Needs): Process {
  const processing = steps.filter(({ process }) => process)

  const cleaned = (event: StoredEvent): StoredEvent => ({
    ...event,
    name: redacted(event.name, 'name'),
    url: redacted(event.url, 'url'),
    properties: redacted(event.properties, 'properties'),
  })

  function next(event: StoredEvent, step: Step): StoredEvent | undefined {
    const given = frozenEvent(event)
    try {
      const result = step.process?.(given)
      if (result === given) return event
      return result === undefined
        ? undefined
        : cleaned(changed(event, result, (leftOut) => reports.problem('track', lossOf(step.name, leftOut))))
    } catch {
      reports.error('events', `the step "${step.name}" has failed: events go on as they were (T157)`)
      return event
    }
  }

  return (complete) => {
    let event = complete
    for (const step of processing) {
      const result = next(event, step)
      if (!result) {
        reports.dropped([{ event, todo: names }], { where: step.name, reason: 'filtered' })
        return undefined
      }
      event = result
    }
    return event
  }
}

/** The event with what a step may change. Throws if the step has returned no event. */
function changed(
  event: StoredEvent,
  result: AnalyticsEvent,
  onLoss: (leftOut: readonly string[]) => void,
): StoredEvent {
  const { name, url, properties } = result
  if (!isName(name) || typeof url !== 'string' || !isRecord(properties)) throw new TypeError()
  const { properties: own, leftOut } = readProperties(properties, event.flagSet?.properties)
  if (leftOut.length > 0) onLoss(leftOut)
  return { ...event, name, url, properties: own }
}

import type { PageDelivery } from '../../../src/protocol/consoleConnections.ts'
import { isFailing, knownDeliveries, type KnownDelivery, type TellingTab } from '../deliveries/knownDeliveries.ts'
import { isPassedOn } from '../deliveries/isPassedOn.ts'

/** The text for a destination that has failed twice in a row, until a message reports it. */
export const FAILING = 'takes no events at present'

/** The code of the message that explains a failure, if there is one. */
export function helpFor({ reason = '' }: Pick<PageDelivery, 'reason'>): string | undefined {
  if (reason.startsWith('status ')) return 'T150'
  return /^no (connection|answer)/.test(reason) ? 'T67' : undefined
}

/** Milliseconds. Most servers answer sooner. */
const SILENT_MS = 5000

/** The destinations that have not answered the request of a page for a while. A vendor's script never answers. */
export function silentDeliveries(tabs: readonly TellingTab[], now: number): readonly KnownDelivery[] {
  return knownDeliveries(tabs).filter((one) => {
    const { sentAt = now, answeredAt = 0 } = one
    return sentAt > answeredAt && now - sentAt > SILENT_MS && !isPassedOn(one) && !isFailing(one)
  })
}

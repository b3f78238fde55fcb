import type { StoredEvent } from '../core/model/event.ts'
import type { Transport } from '../core/ports/transport.ts'
import type { Destination } from './destination.ts'
import { createScale } from './overBudget.ts'

/**
 * A batch below this size, in bytes, is sent so that it outlives the page. Larger ones would take up what the whole page has for
 * that, and as much is always left for others.
 */
const OUTLIVING_BYTES = 16 * 1024

/** Whether the browser is to finish the request of this batch although the page is gone. */
export function outlivesPage(
  batch: readonly StoredEvent[],
  { compresses, sharesFlags }: Destination,
  transport: Transport,
): boolean {
  if (compresses) return false
  const bytesOf = createScale(sharesFlags)
  const bytes = batch.reduce((sum, event) => sum + bytesOf(event), 0)
  return bytes < Math.min(OUTLIVING_BYTES, transport.keepaliveRoom() - OUTLIVING_BYTES)
}

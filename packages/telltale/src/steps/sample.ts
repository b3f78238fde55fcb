import type { Step } from '../core/step.ts'
import { shareOf } from './shareOf.ts'

/**
 * A step that keeps the events of a share of the persons, such as 0.1 for a tenth of them: always of the same ones, on all their
 * devices. Events without a person are kept. The moment of an event says the share as `sampleRate`; what is dropped is counted as
 * `filtered`. Throws at start when the share is not between 0 and 1.
 */
export function sample(share: number): Step {
  if (!(typeof share === 'number' && share >= 0 && share <= 1))
    throw new Error('Telltale cannot start. Call sample() with a number between 0 and 1. (T175)')
  return {
    name: 'sample',
    enrich: () => ({ moment: { sampleRate: share } }),
    // Not before the user is known.
    process: (event) => (event.identity.id === undefined || shareOf(event.identity.id) < share ? event : undefined),
  }
}

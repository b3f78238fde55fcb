import type { Fault, FaultKind, FaultRoute } from '../../../src/faults/fault.ts'
import { effectOf } from './faultChoices.ts'

interface Expectations {
  /** What the service is for. */
  readonly works: string
  readonly slow: string
  /** Its answers are wrong, or never come. */
  readonly fails: string
}

const EXPECTED: Readonly<Record<FaultRoute, Expectations>> = {
  'who-am-i': {
    works: 'Tells pages who is signed in.',
    slow: 'Pages know their user later. Events wait until then.',
    fails: 'Pages cannot find out who is signed in. Their events wait, or arrive without a user. None is lost.',
  },
  flags: {
    works: 'Gives pages the values of their flags.',
    slow: 'Until the flags arrive, pages show those of the last visit, or fallbacks.',
    fails: 'Pages show the flags of the last visit, or fallbacks, and work.',
  },
  'flag-stream': {
    works: 'Tells open pages when a flag changes.',
    slow: 'A changed flag reaches open pages later.',
    fails: 'Open pages keep their flags, and open the stream again, less and less often.',
  },
  'flag-events': {
    works: 'Counts which variations were shown.',
    slow: 'Users notice nothing. The counts in Charts and Flags come later.',
    fails: 'Users notice nothing. The counts in Charts and Flags are too low.',
  },
  collect: {
    works: 'Stores the events.',
    slow: 'Events arrive later. None is lost.',
    fails:
      'Events wait in the browser. When the collector works again, each arrives once. Problems names the collector.',
  },
  ofrep: {
    works: 'Gives flags to applications that use OFREP.',
    slow: 'Until the flags arrive, applications that use OFREP show those of the last visit, or fallbacks.',
    fails: 'Applications that use OFREP show the flags of the last visit, or fallbacks, and work.',
  },
  vendors: {
    works: 'Take the events of the vendors’ scripts.',
    slow: 'Vendors get events later. The collector gets its own in time.',
    fails:
      'What a vendor’s script cannot send is lost, as with the vendor’s own script. The collector gets every event.',
  },
}

/** The collector has the events then, and the page does not learn of it. */
const TAKEN: readonly FaultKind['type'][] = ['silence', 'truncated']
const SENT_TWICE =
  'The collector takes the events, and the page does not learn of it. It sends them again, and the copies are discarded.'

/** The statuses that refuse the token of a page. */
const REFUSED: readonly number[] = [401, 403, 404]

/** What should happen on the pages. Without a fault: what the service is for. */
export function expectationOf(route: FaultRoute, fault: Fault | undefined): string {
  const { works, slow, fails } = EXPECTED[route]
  if (fault === undefined) return works
  if (route === 'collect' && TAKEN.includes(fault.kind.type)) return SENT_TWICE
  if (route === 'who-am-i' && fault.kind.type === 'status' && REFUSED.includes(fault.kind.status))
    return 'Pages forget their user. Their events arrive without one.'
  if (fault.kind.type === 'flood')
    return route === 'flag-stream'
      ? 'Pages get the same flags again and again, and stay usable.'
      : `${works} Only streams are flooded.`
  return effectOf(fault) === 'slow' ? slow : fails
}

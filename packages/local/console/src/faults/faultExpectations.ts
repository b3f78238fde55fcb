import { endsStreams, type Fault, type FaultKind, type FaultRoute } from '../../../src/faults/fault.ts'
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
    fails: 'Pages show the flags of the last visit, or fallbacks, and work. The flag stream has a fault of its own.',
  },
  'flag-stream': {
    works: 'Tells open pages when a flag changes.',
    slow: 'A changed flag reaches open pages later.',
    fails: 'Pages keep their flags, and open the stream again, less and less often.',
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

/** The services that keep streams open. */
const STREAMING: readonly FaultRoute[] = ['flag-stream', 'ofrep']

const FLOODED: Readonly<Partial<Record<FaultRoute, string>>> = {
  'flag-stream': 'Pages get the same flags again and again, and stay usable.',
  ofrep: 'Applications that use OFREP are told to fetch their flags again and again.',
}

/** What should happen on the pages. Without a fault: what the service is for. */
export function expectationOf(route: FaultRoute, fault: Fault | undefined): string {
  if (fault === undefined) return EXPECTED[route].works
  const text = failureOf(route, fault)
  if (!STREAMING.includes(route)) return text
  return `${endsStreams(fault.kind) ? 'Open streams end.' : 'Open streams stay open.'} ${text}`
}

function failureOf(route: FaultRoute, fault: Fault): string {
  const { works, slow, fails } = EXPECTED[route]
  const { kind } = fault
  if (route === 'collect' && TAKEN.includes(kind.type)) return SENT_TWICE
  if (route === 'who-am-i' && kind.type === 'status' && REFUSED.includes(kind.status))
    return 'Pages forget their user. Their events arrive without one.'
  if (route === 'flag-stream' && kind.type === 'latency') return 'A stream that opens now begins later.'
  if (kind.type === 'flood') return FLOODED[route] ?? `${works} Only streams are flooded.`
  return effectOf(fault) === 'slow' ? slow : fails
}

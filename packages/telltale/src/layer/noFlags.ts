import type { FlagsPart } from '../flags/flagsApi.ts'
import type { Widen } from '../core/model/json.ts'
import { readableOf } from '../core/lib/readable.ts'

const NOTHING = {}

/** An application without flags: every reader gets its fallback, and no event waits. */
export const noFlags: FlagsPart = ({ identity }) => ({
  status: readableOf('live'),
  value: (_key, fallback) => fallback as Widen<typeof fallback>,
  detail: (_key, fallback) => ({ value: fallback as Widen<typeof fallback> }),
  all: () => NOTHING,
  watch: () => () => {},
  peek: () => undefined,
  expose: () => {},
  show: () => () => {},
  given: () => undefined,
  explain: (_key, value) => ({ value }),
  inForce: {
    get: () => ({ epoch: identity.get().epoch, isReady: identity.get().status !== 'resolving', values: NOTHING }),
    subscribe: identity.subscribe,
  },
  stop: () => {},
})

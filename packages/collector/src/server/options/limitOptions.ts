import type { CollectorLimits } from '../../collectorOptions.ts'
import { DEFAULT_LIMITS, STORED_TIMES } from '../../door/collect.ts'
import { wholeNumber } from './optionKinds.ts'
import type { OptionSpec } from './optionSpec.ts'

/** A body has to fit something that a page sends. */
const LEAST_BYTES = 1024
/** Timers cannot wait for much longer than a week; nor can a page. */
const MOST_TIMEOUT_MS = 600_000

/** What one page, one application and all of them together may have. */
export const LIMITS = {
  perSecond: {
    kind: wholeNumber(1),
    takes: '<count>',
    does: 'The most batches with one key within a second. More are answered with 429.',
    otherwise: 'unlimited',
  },
  perSecondByAddress: {
    kind: wholeNumber(1),
    takes: '<count>',
    does: 'The most batches from one address, or from one network of IPv6 (`/64`), within a second.',
    otherwise: 'unlimited',
  },
  maxBatchBytes: {
    kind: wholeNumber(LEAST_BYTES),
    takes: '<bytes>',
    does: 'The most bytes of a batch when it is unpacked. More are answered with 413, and the page sends smaller batches.',
    default: DEFAULT_LIMITS.maxBytes,
  },
  maxBatchEvents: {
    kind: wholeNumber(1),
    takes: '<count>',
    does: 'The most events in a batch.',
    default: DEFAULT_LIMITS.maxEvents,
  },
  maxStoredBytes: {
    kind: wholeNumber(LEAST_BYTES),
    takes: '<bytes>',
    does: 'The most bytes of the events of a batch as they are stored, each with the moment that it shares with others, and with the flags that the store does not keep once.',
    otherwise: `${STORED_TIMES} times \`--max-batch-bytes\``,
  },
  maxWaitingBytes: {
    kind: wholeNumber(LEAST_BYTES),
    takes: '<bytes>',
    does: 'The most bytes of batches, and of what they become, that are in memory at the same time. More are answered with 503.',
    default: DEFAULT_LIMITS.maxWaitingBytes,
  },
  storeTimeoutMs: {
    kind: wholeNumber(1, MOST_TIMEOUT_MS),
    takes: '<milliseconds>',
    does: 'How long the store may take for a batch. Then the answer is 503, and the page tries again.',
    default: DEFAULT_LIMITS.storeTimeoutMs,
  },
} satisfies Readonly<Record<string, OptionSpec>>

type LimitName = keyof typeof LIMITS

/** Which option sets which limit of `createCollector`. */
const SET_BY: Readonly<Record<keyof CollectorLimits, LimitName>> = {
  maxBytes: 'maxBatchBytes',
  maxEvents: 'maxBatchEvents',
  maxStoredBytes: 'maxStoredBytes',
  maxWaitingBytes: 'maxWaitingBytes',
  storeTimeoutMs: 'storeTimeoutMs',
  perSecond: 'perSecond',
  perSecondByAddress: 'perSecondByAddress',
}

/** @throws a sentence, if the largest batch would never find room */
export function limitsOf(options: Readonly<Partial<Record<LimitName, number>>>): CollectorLimits {
  const { maxBatchBytes, maxWaitingBytes } = { ...DEFAULTS, ...options }
  const { maxStoredBytes = STORED_TIMES * maxBatchBytes } = options
  // An address alone may have half of it: see `createBudget`.
  const needed = 2 * (maxBatchBytes + maxStoredBytes)
  if (maxWaitingBytes < needed)
    throw new Error(
      `Batches of ${maxBatchBytes} bytes would never find room. Set --max-waiting-bytes to at least ${needed}, or --max-batch-bytes to less.`,
    )
  return Object.fromEntries(
    Object.entries(SET_BY).flatMap(([limit, name]) => (options[name] === undefined ? [] : [[limit, options[name]]])),
  )
}

const DEFAULTS = { maxBatchBytes: LIMITS.maxBatchBytes.default, maxWaitingBytes: LIMITS.maxWaitingBytes.default }

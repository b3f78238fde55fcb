import { gzipSync } from 'node:zlib'
import type { Attack } from '../attack.ts'
import type { Attacker } from '../attacker.ts'
import { type Random, times } from '../random.ts'

/** Small on the wire, and huge when each event gets what all share. */
const EVENTS = 9000
const SHARED_BYTES = 2_500_000

interface Shared {
  readonly flagSets?: object
  readonly flagDetails?: object
  readonly moment?: object
  readonly event?: object
}

/** Each event is as short as the grammar allows. */
function batchOf(
  random: Random,
  { flagSets, flagDetails, moment, event, count = EVENTS }: Shared & { count?: number },
) {
  return {
    app: { name: 'Attacker', platform: 'web' },
    ...{ sentAt: Date.now(), dropped: {}, inMemory: 0, destination: 'collector' },
    ...(flagSets && { flagSets }),
    ...(flagDetails && { flagDetails }),
    moments: [{ ...moment, page: random.id() }],
    events: times(count, (index) => ({
      ...{ id: random.id(), n: index + 1, moment: 0, name: 'x', at: Date.now(), url: '' },
      ...{ properties: { screen_dimensions: '1x1' }, ...event, epoch: 'e', identity: {} },
    })),
  }
}

const text = 'x'.repeat(SHARED_BYTES)
const SHARED: Readonly<Record<string, Shared>> = {
  'a flag set': { flagSets: { s: { 'LDFF: x': text } }, event: { flagSet: 's' } },
  'a flag set of 25,000 flags': {
    flagSets: { s: manyFlags(25_000, 'y'.repeat(76)) },
    event: { flagSet: 's' },
  },
  'a moment': { moment: { release: text } },
  'flag details': {
    ...{ flagSets: { s: { 'LDFF: x': true } }, event: { flagSet: 's' } },
    flagDetails: { s: { x: { property: 'LDFF: x', variation: 0, reason: text } } },
  },
}

const product = (shared: string): Attack => ({
  kind: `${shared} of 2.5 MB that 9,000 events share`,
  addresses: 'forwarded',
  prepare(random) {
    const given = SHARED[shared] ?? {}
    const body = gzipSync(JSON.stringify(batchOf(random, given)))
    const single = batchOf(random, { ...given, count: 1 })
    return async (attacker) => {
      for (let round = 0; round < 3 && !attacker.signal.aborted; round += 1) {
        const { status, retryAfter } = await sendPacked(attacker, body)
        const isRefused = status === 413 || ([429, 503].includes(status) && retryAfter !== undefined)
        if (!isRefused && status !== 202 && !attacker.signal.aborted)
          attacker.say(`The product is answered with ${status}.`)
      }
      // What a page sends in the end when it halves a batch that was too large.
      await attacker.post(single, { isGzip: true })
    }
  },
})

/** The form that well-meaning applications have: many flags, and events of a day without a network. */
const wellMeant: Attack = {
  kind: '500 flags of 100 bytes that 5,000 events share, halved like a page does',
  addresses: 'forwarded',
  prepare(random) {
    const flagSets = { s: manyFlags(500, 'z'.repeat(80)) }
    const whole = batchOf(random, { flagSets, event: { flagSet: 's' }, count: 5000 })
    return (attacker) => halve(attacker, whole)
  },
}

type Batch = ReturnType<typeof batchOf>

/** Sends a batch as a page does, in smaller ones if it is too large. */
async function halve(attacker: Attacker, batch: Batch): Promise<void> {
  if (attacker.signal.aborted) return
  const { events } = batch
  const { status } = await attacker.post(batch, { isGzip: true, allowed: events.length > 1 ? [413] : [] })
  if (status !== 413 || events.length < 2) return
  const middle = Math.ceil(events.length / 2)
  await halve(attacker, { ...batch, events: events.slice(0, middle) })
  await halve(attacker, { ...batch, events: events.slice(middle) })
}

const sets: Attack = {
  kind: '4,000 flag sets, each of one event, and 4,000 moments',
  addresses: 'forwarded',
  prepare(random) {
    const many = times(4000, (index) => index)
    const bodies = times(5, () => {
      const batch = batchOf(random, { count: 4000 })
      const named = many.map((index) => [`set-${index}`, { 'LDFF: x': index, 'LDFF: y': `${index}` }] as const)
      const details = many.map((index) => [`set-${index}`, { x: { property: 'LDFF: x', version: index } }] as const)
      const page = random.id()
      const events = batch.events.map((event, index) => ({ ...event, flagSet: `set-${index}`, moment: index }))
      const moments = many.map((index) => ({ page, release: `1.0.${index % 50}`, locale: `l-${index}` }))
      return {
        ...batch,
        flagSets: Object.fromEntries(named),
        flagDetails: Object.fromEntries(details),
        moments,
        events,
      }
    })
    return async (attacker) => {
      for (const body of bodies) await attacker.post(body, { isGzip: true })
    }
  },
}

/** It is packed before the page begins. */
const sendPacked = (attacker: Attacker, body: Buffer) => attacker.send(body, { isGzip: true, isPacked: true })

function manyFlags(count: number, value: string) {
  return Object.fromEntries(times(count, (index) => [`LDFF: flag_${index}`, value] as const))
}

export const PRODUCT_ATTACKS: readonly Attack[] = [...Object.keys(SHARED).map(product), wellMeant, sets]

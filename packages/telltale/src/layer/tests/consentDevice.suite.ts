import type { Seen } from './consentSeen.suite.ts'
import type { Fate } from './consentFates.suite.ts'
import type { ConsentTruth } from './consentTruth.suite.ts'
import type { Purpose } from './consentWorld.suite.ts'

/** What of the device needs a purpose, by the name of its keys. */
const KEYS: readonly (readonly [purpose: Purpose, keys: RegExp])[] = [
  ['analytics', /^(visitor|visitor-signs-in|visitor-signed-in|visit|session|context-key|exposures|flag-events):/],
  ['monitoring', /^told:/],
]

const mayStay = (fate: Fate) => fate.device

/** Nothing on the device is for a destination whose purpose the owner of an event does not allow. */
export function judgeDevice(truth: ConsentTruth, { items, databases }: Pick<Seen, 'items' | 'databases'>): string[] {
  const texts = items.map(([key, value]) => `${key} ${value}`)
  const records = Object.values(databases).flatMap((all) =>
    all.map((record) => ({ record: record as Stored, text: JSON.stringify(record) })),
  )
  const stored = [...texts, ...records.map(({ text }) => text)]
  const isRecorded = (id: string) =>
    items.some(([key]) => key.startsWith('unwritten:') && key.includes(id)) ||
    records.some(({ record }) => record.event?.id === id)
  const own = items.map(([key]) => key.replace(/Desk@only\/.*/, ''))
  return [
    ...truth.tracked.flatMap((one) => {
      const fates = [...one.fates]
      const isThere = one.isProof ? isRecorded(one.name) : stored.some((text) => text.includes(one.name))
      if (isThere && !fates.some(([, given]) => mayStay(given))) return [`${one.name} of ${one.owner} is on the device`]
      const tasks = records
        .filter(({ record, text }) => (one.isProof ? record.event?.id === one.name : text.includes(one.name)))
        .flatMap(({ record }) => record.todo ?? [])
      return fates.flatMap(([destination, given]) =>
        tasks.includes(destination) && !mayStay(given)
          ? [`${one.name} is stored for ${destination}, where it is ${given.kind}`]
          : [],
      )
    }),
    ...KEYS.flatMap(([purpose, keys]) =>
      truth.decisions.isGrantedToAnybody(purpose)
        ? []
        : own.filter((key) => keys.test(key)).map((key) => `the device has ${key}, and nobody allows ${purpose}`),
    ),
    ...truth
      .gone()
      .flatMap((person) => (stored.join().includes(person) ? [`the device has ${person}, who is forgotten`] : [])),
  ]
}

interface Stored {
  readonly todo?: readonly string[]
  readonly event?: { readonly id: string }
}

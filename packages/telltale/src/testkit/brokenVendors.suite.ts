import type { Vendor } from '../events/destinations/vendor.ts'
import { vendor } from '../vendor.ts'
import type { ScriptCall, VendorOnTest } from './vendorBench.ts'

/** A script as it may be after it has loaded, and a vendor that one change makes a broken one. */
export function ownOnTest(
  change: (right: Vendor, script: () => Script | undefined) => Partial<Vendor> = () => ({}),
): VendorOnTest {
  const received: ScriptCall[] = []
  let script: Script | undefined
  const right: Vendor = {
    name: 'own',
    impersonation: 'suppress',
    isLoaded: () => script !== undefined,
    identify: ({ person }) => script?.identify(person.unique_identity),
    track: ({ name, properties }) => script?.event(name, properties),
    reset: () => script?.reset(),
  }
  return {
    vendor: vendor({ ...right, ...change(right, () => script) }),
    received: () => received,
    load() {
      script = {
        identify: (user) => void received.push({ type: 'identify', user }),
        event: (name, properties) => void received.push({ type: 'track', name, properties }),
        reset: () => void received.push({ type: 'reset' }),
      }
    },
  }
}

interface Script {
  identify(user: string): void
  event(name: string, properties: Readonly<Record<string, unknown>>): void
  reset(): void
}

const broken = (change: Parameters<typeof ownOnTest>[0]) => () => {
  return () => ownOnTest(change)
}

/** Called for each check: a module of an application begins anew. */
export const BROKEN_VENDORS: readonly (readonly [check: string, defect: string, start: () => () => VendorOnTest])[] = [
  [
    'the name of a vendor is a text, and stays the same',
    'counts its instances',
    () => {
      let count = 0
      return () => ownOnTest(() => ({ name: `own ${(count += 1)}` }))
    },
  ],
  [
    'the script gets each event once, in order and with its properties',
    'leaves out the properties',
    broken((_right, script) => ({ track: ({ name }) => script()?.event(name, {}) })),
  ],
  [
    'the script has the user before the first event',
    'identifies a user when they have changed',
    broken(({ identify }) => ({ identify() {}, update: identify })),
  ],
  [
    'two users have two ids',
    'identifies the first user only',
    () => {
      let known: string | undefined
      return () =>
        ownOnTest((_right, script) => ({
          identify: ({ person }) => script()?.identify((known ??= person.unique_identity)),
        }))
    },
  ],
  [
    'a user whose name changes stays the same user',
    'adds the name to the id',
    broken((_right, script) => {
      const identify: Vendor['identify'] = ({ person }) =>
        script()?.identify(`${person.unique_identity} ${person.user_name}`)
      return { identify, update: identify }
    }),
  ],
  ['the script has no user after a sign-out', 'resets nothing', broken(() => ({ reset() {} }))],
  [
    'what support does under a user is not counted as that user',
    'identifies an impersonator as the customer',
    broken(() => ({ impersonation: 'tag' })),
  ],
  [
    'events wait until the script has loaded',
    'takes its snippet for the script',
    broken(() => ({ isLoaded: () => true })),
  ],
  [
    'the next page of the same user has the user',
    'takes its script to remember each user',
    broken(() => ({ remembers: () => true })),
  ],
  [
    'events with values of any kind are accepted',
    'takes each value to be a number or a text',
    broken(({ track }) => ({
      track(event) {
        for (const value of Object.values(event.properties)) String((value as string).length)
        track(event)
      },
    })),
  ],
  [
    'no method throws, also without a script',
    'throws when it is stopped',
    broken(() => ({
      stop() {
        throw new Error('The script has no end.')
      },
    })),
  ],
  [
    'the script gets nothing after the layer is closed',
    'tracks its own end',
    broken((_right, script) => ({ stop: () => script()?.event('One', {}) })),
  ],
  [
    'no value of an event is in the console',
    'writes events to the console',
    broken(({ track }) => ({ track: (event) => (console.debug(event), track(event)) })),
  ],
]

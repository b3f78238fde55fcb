import { sameJson } from '../core/lib/json.ts'
import { ADA, BEN, type VendorBench } from './vendorBench.ts'

export type VendorCheck = readonly [name: string, check: (bench: VendorBench) => Promise<void>]

export const VENDOR_CHECKS: readonly VendorCheck[] = [
  [
    'the name of a vendor is a text, and stays the same',
    async (bench) => {
      bench.open()
      bench.open()
      const [one, other] = bench.names
      if (typeof one !== 'string' || one.trim() === '' || one !== other)
        fail(
          bench,
          `The vendor is named "${one}" and then "${other}". Use a constant text: events that wait are stored with the name.`,
        )
    },
  ],
  [
    'the script gets each event once, in order and with its properties',
    async (bench) => {
      bench.open()
      await bench.track('One', 'Two', 'Three')
      await bench.pass(60_000)
      expectEvents(bench, ['One', 'Two', 'Three'])
      const [first] = bench.events()
      if (first?.properties['total'] !== 1200)
        fail(
          bench,
          `The event has the property total: 1200, and the script got ${JSON.stringify(first?.properties)}. Pass on event.properties.`,
        )
    },
  ],
  [
    'the script has the user before the first event',
    async (bench) => {
      bench.open()
      await bench.track('One')
      if (bench.events()[0]?.user === undefined)
        fail(bench, 'The script got an event before a user. Pass an id of the person to the script in `identify`.')
    },
  ],
  [
    'two users have two ids',
    async (bench) => {
      const telltale = bench.open()
      await bench.track('One')
      telltale.signIn(BEN)
      await bench.track('Two')
      expectEvents(bench, ['One', 'Two'])
      const [one, two] = bench.events()
      if (one?.user !== undefined && one.user === two?.user)
        fail(
          bench,
          `The events of two users with one name are those of "${two?.user}". Let \`identify\` pass each user to the script, with an id such as unique_identity.`,
        )
    },
  ],
  [
    'a user whose name changes stays the same user',
    async (bench) => {
      const telltale = bench.open()
      await bench.track('One')
      telltale.signIn({ ...ADA, user_name: 'Ada Renamed' })
      await bench.track('Two')
      expectEvents(bench, ['One', 'Two'])
      const [one, two] = bench.events()
      if (one?.user !== undefined && one.user !== two?.user)
        fail(
          bench,
          'The user got another id when their name changed. Let `identify` and `update` pass one id: that of unique_identity.',
        )
    },
  ],
  [
    'the script has no user after a sign-out',
    async (bench) => {
      const telltale = bench.open()
      await bench.track('One')
      telltale.signOut()
      await bench.track('Two')
      await bench.pass(60_000)
      const users = bench.calls().filter(({ type }) => type !== 'track')
      if (users.at(-1)?.type !== 'reset')
        fail(bench, 'The script still has the user who has signed out. Let `reset` make the script forget its user.')
    },
  ],
  [
    'what support does under a user is not counted as that user',
    async (bench) => {
      const telltale = bench.open()
      await bench.track('One')
      telltale.impersonate(ADA, 'sam@check.test')
      await bench.track('Two')
      const [one, ...others] = bench.events()
      if (others.some(({ user }) => user === one?.user))
        fail(
          bench,
          'The event of a support user who looks at the application as this customer is counted as one of the customer. Use impersonation: "suppress", or let `identify` pass another id if the identity has an impersonator.',
        )
    },
  ],
  ['events wait until the script has loaded', waitsForScript],
  [
    'the next page of the same user has the user',
    async (bench) => {
      bench.open({ multiPage: true })
      await bench.track('One')
      const [one] = bench.events()
      bench.open({ multiPage: true })
      await bench.track('Two')
      if (one?.user !== undefined && bench.events().at(-1)?.user !== one.user)
        fail(
          bench,
          'The script of the second page has no user, although `remembers` has returned true. Let it return whether the script has this user now.',
        )
    },
  ],
  [
    'events with values of any kind are accepted',
    async (bench) => {
      const telltale = bench.open()
      telltale.track('Odd', ODD, { messaging: true })
      telltale.track('😀', {}, { messaging: true })
      await bench.track('Last')
      expectEvents(bench, ['Last'])
      expectQuiet(bench, 'Properties hold any JSON, and events are frozen: copy what you want to change.')
    },
  ],
  [
    'no method throws, also without a script',
    async (bench) => {
      const telltale = bench.open({ load: false })
      await bench.track('One')
      telltale.signIn(BEN)
      telltale.signOut()
      await bench.pass(60_000)
      bench.load()
      telltale.signIn(ADA)
      await bench.track('Two')
      telltale.signOut()
      await bench.pass(60_000)
      telltale.close()
      expectQuiet(bench, 'Methods are called with any user and any event.')
    },
  ],
  [
    'the script gets nothing after the layer is closed',
    async (bench) => {
      const telltale = bench.open()
      await bench.track('One')
      const before = bench.events().length
      telltale.close()
      await bench.pass(60_000)
      if (bench.events().length > before)
        fail(bench, 'The script got an event after the layer was closed. Let `stop` end what passes events on.')
    },
  ],
  [
    'no value of an event is in the console',
    async (bench) => {
      bench.open().track('Odd', { secret: 'secret-value-of-the-check' }, { messaging: true })
      await bench.track('One')
      const said = bench.written().join('\n')
      for (const value of ['secret-value-of-the-check', ADA.unique_identity, ADA.email_address])
        if (said.includes(value)) fail(bench, `The console has data of an event or of the user ("${value}").`)
    },
  ],
]

const ODD = { nothing: null, list: ['b', 'a'], map: { deep: { on: true } }, empty: '', text: 'a\n"b" 😀' }

async function waitsForScript(bench: VendorBench) {
  bench.open({ load: false })
  if (!bench.loadsLater()) return
  await bench.track('One', 'Two')
  if (bench.calls().length > 0)
    fail(
      bench,
      'The script got calls before it has loaded. Let `isLoaded` return true only for the script, and not for its snippet.',
    )
  bench.load()
  await bench.track('Three')
  expectEvents(
    bench,
    ['One', 'Two', 'Three'],
    'The script loaded after two of them. Let `isLoaded` return true once the script is there, and not before.',
  )
}

function expectEvents(
  bench: VendorBench,
  names: readonly string[],
  advice = 'Let `track` pass each event to the script once.',
) {
  const found = bench.events().map(({ name }) => name)
  if (!sameJson(found, names))
    fail(bench, `The script got the events ${JSON.stringify(found)}, and not ${JSON.stringify(names)}. ${advice}`)
}

/** [T66, T68, T79]: what the layer says about a method that throws. */
function expectQuiet(bench: VendorBench, advice: string) {
  if (bench.written().some((line) => /\(T(66|68|79)\)/.test(line)))
    fail(bench, `A method of the vendor throws. ${advice}`)
}

function fail(bench: VendorBench, advice: string): never {
  throw new Error(advice + [...new Set(bench.written())].map((line) => `\nConsole: ${line}`).join(''))
}

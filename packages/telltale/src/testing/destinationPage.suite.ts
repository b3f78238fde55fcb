import { accounts } from '../accounts.ts'
import type { Person } from '../core/model/identity.ts'
import type { BuiltInDestination } from '../http.ts'
import type { Settings } from '../index.ts'
import { createTelltaleAtOnce } from '../testkit/createTelltaleAtOnce.ts'
import { traits } from '../traits.ts'
import { visitor } from '../visitor.ts'
import { fakeDisk } from './fakeDisk.ts'
import { fakePlatform } from './fakePlatform.ts'
import type { FakeAnswer } from './fakeTransport.ts'

/** A person who is signed in, or nobody. */
export type Who = Person | null

export const IDA = { unique_identity: 'ida', user_name: 'Ida Berg', plan: 'gold' } as Person
export const COMPANY = { key: 'acme', name: 'Acme', seats: 12 }

interface PageOptions {
  who?: Who
  settings?: Partial<Settings>
  disk?: ReturnType<typeof fakeDisk>
}

/** A page with this destination, what it has posted, and what its server answers. */
export function openPageOf(
  destination: BuiltInDestination,
  { who = IDA, settings = {}, disk = fakeDisk() }: PageOptions = {},
) {
  const requests: {
    readonly text: string
    readonly headers: Readonly<Record<string, string>>
    readonly url: string
  }[] = []
  /** The next answers; then status 200. */
  const answers: FakeAnswer[] = []
  const platform = fakePlatform(({ url, body = '', headers = {} }) => {
    requests.push({ text: body, headers, url })
    return answers.shift() ?? { status: 200, body: {} }
  }, disk)
  platform.url = 'https://desk.test/quotes/7?utm_source=mail&utm_campaign=spring&tab=1'
  let person = who
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: {
        person: () => person,
        visitor: visitor(),
        accounts: accounts(() => ({ organization: COMPANY })),
        traits: traits(({ plan }) => ({ plan })),
      },
      destinations: [destination],
      ...settings,
    } as Settings,
    platform,
  )
  return {
    platform,
    telltale,
    requests,
    answers,
    be(next: Who) {
      person = next
      void telltale.identity.refresh()
    },
    /** Time passes: a minute, if nothing else is said. */
    advance: (ms = 60_000) => platform.clock.advance(ms),
  }
}

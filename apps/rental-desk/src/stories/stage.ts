import { fleet } from '../data/fleet.ts'
import { priceOf } from '../pricing/priceOf.ts'
import { book } from '../quote/book.ts'
import { impersonate } from '../session/impersonate.ts'
import type { Tokens } from '../session/askedTokens.ts'
import { fetchSampleUsers, signingIn, type SampleUser } from '../session/sampleUsers.ts'
import { session } from '../session/session.ts'
import { telltale } from '../telltale.ts'

/** A quote as the collector has it. */
export interface StoredQuote {
  readonly id: string
  readonly identity: { readonly id?: string; readonly impersonator?: string }
  readonly properties: Readonly<Record<string, unknown>>
  readonly flags?: Readonly<Record<string, { readonly variation?: number; readonly version?: number } | undefined>>
}

/** How long to wait for what a story needs, in milliseconds. */
const PATIENCE_MS = 20_000
const LOOK_EVERY_MS = 250
const DAYS = 10

const pause = (ms: number) => new Promise((resolve) => void setTimeout(resolve, ms))

/** Looks until something is there. Rejects after a while. */
async function until<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > end) throw new Error('What the story waits for has not come.')
    await pause(LOOK_EVERY_MS)
  }
}

export async function switchCollector(state: 'on' | 'off'): Promise<void> {
  const { ok } = await fetch(`/stories/collector/${state}`, { method: 'POST', keepalive: true })
  if (!ok) throw new Error(`The collector could not be switched ${state}.`)
}

function userCalled(name: string, users: readonly SampleUser[]): SampleUser {
  const user = users.find(({ identity }) => identity.user_name === name)
  if (user === undefined) throw new Error(`There is no sample user called ${name}.`)
  return user
}

/** Resolves when the layer knows that this person is here, and has the flags of this person. */
const isHere = (id: string) =>
  until(() => {
    const who = telltale.identity.current.get()
    return who.status === 'known' && who.person.unique_identity === id && telltale.flags.status.get() === 'live'
      ? id
      : undefined
  })

/** Signs a sample user in. */
export async function signIn(name: string): Promise<string> {
  const { token, identity } = userCalled(name, signingIn(await fetchSampleUsers()))
  if (session.token !== token) {
    session.signIn(token)
    void telltale.identity.refresh()
  }
  return isHere(identity.unique_identity)
}

/** Looks at the application as a customer. */
export async function viewAs(name: string): Promise<string> {
  const { identity } = userCalled(name, await fetchSampleUsers())
  session.viewAs(await impersonate(session.token ?? '', identity.unique_identity))
  void telltale.identity.refresh()
  return isHere(identity.unique_identity)
}

/** Who is signed in, and as whom they look at the application. */
export function signedIn(): Tokens | null {
  const state = session.get()
  if (state.status !== 'signedIn') return null
  return { token: state.token, ...(state.own !== undefined && { own: state.own }) }
}

/** Signs in again who was there before a story. */
export function comeBack(before: Tokens | null): void {
  const now = signedIn()
  if (now?.token === before?.token && now?.own === before?.own) return
  if (before === null) session.signOut()
  else {
    session.signIn(before.own ?? before.token)
    if (before.own !== undefined) session.viewAs(before.token)
  }
  void telltale.identity.refresh()
}

/** Sends a quote, as the form does, and returns the id of its event. */
export function sendQuote(number: string): { readonly id: string; readonly person: string } {
  const machine = fleet.find((one) => one.number === number)
  const who = telltale.identity.current.get()
  if (machine === undefined || who.status !== 'known') throw new Error('A quote needs a signed-in user and a machine.')
  const pricing = telltale.flags.variation('new-pricing') ? 'weekly' : 'daily'
  const { total } = priceOf(machine.dayRate, DAYS, pricing)
  const { unique_identity: person, company_id: company } = who.person
  const properties = { total, days: DAYS, machine: number, category: machine.category, pricing } as const
  const id = telltale.track('Quote sent', properties)
  if (id === undefined) throw new Error('The quote was not tracked.')
  book.add({ machine: number, customer: 'Kestrel Builders', notes: '', from: '', to: '', company, total })
  return { id, person }
}

/** All quotes that the collector has. */
export async function storedQuotes(): Promise<readonly StoredQuote[]> {
  const answer = await fetch('/stories/quotes')
  if (!answer.ok) throw new Error('The collector could not be read.')
  return answer.json()
}

/** Waits until the collector has all of these quotes. */
export const arrivedOf = (quotes: readonly { readonly id: string }[]): Promise<readonly StoredQuote[]> =>
  until(async () => {
    const stored = await storedQuotes()
    const own = quotes.flatMap(({ id }) => stored.find((one) => one.id === id) ?? [])
    return own.length === quotes.length ? own : undefined
  })

/** How many quotes a customer has sent. Quotes that support sent for the customer do not count. */
export const funnelOf = (person: string, quotes: readonly StoredQuote[]): number =>
  quotes.filter(({ identity }) => identity.id === person && identity.impersonator === undefined).length

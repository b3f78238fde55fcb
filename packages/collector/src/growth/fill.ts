import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'

/** How much a store has before it is measured. */
export interface Size {
  readonly events: number
  readonly pages: number
  readonly people: number
}

export const sizeOf = (events: number): Size => ({
  events,
  pages: Math.max(100, events / 10),
  people: Math.max(100, events / 100),
})

/** Events that the filling posts at once, and on how many connections. */
const BATCH = 500
const CONNECTIONS = 4
const FLAGS = 10

/** The flags of an application, in one of a hundred states: people have different ones. */
function flagsOf(state: number) {
  const numbers = Array.from({ length: FLAGS }, (_, flag) => flag)
  return {
    properties: Object.fromEntries(
      numbers.map((flag) => [`LDFF: flag-${flag}`, flag === state % FLAGS ? state : true]),
    ),
    details: Object.fromEntries(
      numbers.map((flag) => [
        `flag-${flag}`,
        {
          property: `LDFF: flag-${flag}`,
          variation: flag === state % FLAGS ? 1 : 0,
          version: 12,
          reason: 'RULE_MATCH',
        },
      ]),
    ),
  }
}

export const personOf = (number: number) => `person-${number}`
const visitorOf = (number: number) => `visitor-${number}`

/** A batch of a page, as the library sends it. */
export function batchOf(events: readonly object[], state: number, moment: object): string {
  const { properties, details } = flagsOf(state)
  return JSON.stringify({
    ...{ app: { name: 'Quotes', platform: 'web' }, destination: 'collector', sentAt: Date.now() },
    ...{ flagSets: { s: properties }, flagDetails: { s: details }, moments: [moment] },
    events,
  })
}

let made = 0
/** Ids of version 7, as pages make them. */
function nextId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${(made += 1).toString(16).padStart(12, '0')}`
}

export const eventOf = (n: number, identity: object, more: object = {}) => ({
  ...{ id: nextId(), n, name: `Quote ${n % 50} sent`, at: Date.now(), url: 'https://app.example.com/quotes/17' },
  ...{ properties: { total: n, currency: 'EUR', screen_dimensions: '1440x900' }, identity },
  ...{ flagSet: 's', moment: 0, epoch: 'e', ...more },
})

/** What a person does on a page: before the sign-in as a visitor, then as the person. */
function pageOf(number: number, events: number, { people }: Size): readonly object[] {
  const who = number % people
  const person = { id: personOf(who), accounts: { company: { key: `company-${who % 500}` } } }
  return Array.from({ length: events }, (_, index) =>
    index === 0 ? eventOf(1, { visitor: visitorOf(who) }) : eventOf(index + 1, person),
  )
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

export function post(port: number, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const sent = request({ host: '127.0.0.1', port, path: '/collect', method: 'POST', agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Posts as many events as the size says. Each page has its own moment, and its own batch or a part of one. */
export async function fill(port: number, size: Size): Promise<void> {
  const ofPage = Math.round(size.events / size.pages)
  let next = 0
  async function connection(): Promise<void> {
    while (next < size.pages) {
      const pages: number[] = []
      while (next < size.pages && pages.length * ofPage < BATCH) pages.push((next += 1))
      const moments = pages.map(() => ({ page: randomUUID(), release: '7', session: { id: randomUUID() } }))
      const events = pages.flatMap((number, moment) =>
        pageOf(number, ofPage, size).map((event) => ({ ...event, moment })),
      )
      const { properties, details } = flagsOf((pages[0] ?? 0) % 100)
      const body = JSON.stringify({
        ...{ app: { name: 'Quotes', platform: 'web' }, destination: 'collector', sentAt: Date.now() },
        ...{ flagSets: { s: properties }, flagDetails: { s: details }, moments, events },
      })
      const status = await post(port, body)
      if (status !== 202) throw new Error(`The collector has answered ${status} while it was filled.`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
}

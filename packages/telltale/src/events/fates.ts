import { isRecord, parseRecord, writeJson } from '../core/lib/json.ts'
import type { PageFates } from '../core/model/diagnostics.ts'
import type { EventDraft } from '../core/model/event.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'

/** An event, by its number in its page. */
export type Numbered = Pick<EventDraft, 'page' | 'n'>

/** What has become of events: `delivered`, or why they will not arrive. */
export type Fate = Exclude<keyof PageFates, 'last'>

const FATES: readonly Fate[] = [
  ...(['delivered', 'filtered', 'not-accepted', 'not-stored', 'refused', 'over-budget', 'no-destination'] as const),
]

/** How many numbers may wait to be reported to a destination. Beyond this, the oldest are forgotten. */
const MAX_NUMBERS = 10_000

/**
 * What has become of events, by their numbers, until a destination has been told: so it knows which of the numbers that it does not have
 * are missing without a reason. To tell a number twice does no harm.
 */
export interface Fates {
  note(fate: Fate, events: readonly Numbered[], destinations: readonly string[]): void
  /** What this destination has not been told. Call `confirm` when it has been told. */
  report(destination: string): { readonly pages: Readonly<Record<string, PageFates>>; confirm(): void }
}

interface Needs {
  storage: KeyValueStorage
  /** The name of the event store. */
  store: string
  /** Identifies this page. */
  page: string
  /** The number of the latest event of this page. */
  last(): number
  /** The names of the destinations that are told. */
  names: readonly string[]
  /** Whether the page with this id has ended. Undefined if that is not known. */
  hasEnded(page: string): Promise<boolean | undefined>
}

/** A number as it is kept: `<page>/<n>`, with its fate. */
type Known = Map<string, Fate>

/** Keeps what is not told in `localStorage`, for the next page: the last answer of a collector comes when a page has no batch left. */
export function createFates({ storage, store, page, last, names, hasEnded }: Needs): Fates {
  const prefix = `fates:${store}:`
  const ownKey = prefix + page
  const untold = new Map<string, Known>(names.map((name) => [name, new Map()]))

  function add(name: string, known: Iterable<readonly [string, Fate]>) {
    const all = untold.get(name)
    if (!all) return
    for (const [number, fate] of known) all.set(number, fate)
    for (const number of all.keys()) if (all.size > MAX_NUMBERS) all.delete(number)
  }

  function save() {
    const kept = [...untold].filter(([, known]) => known.size > 0)
    if (kept.length === 0) storage.remove(ownKey)
    else storage.set(ownKey, writeJson(Object.fromEntries(kept.map(([name, known]) => [name, pagesOf(known)]))))
  }

  /** Takes over what pages that have ended have not told. */
  async function takeOver() {
    for (const key of storage.keys(prefix)) {
      if (key === ownKey || (await hasEnded(key.slice(prefix.length))) === false) continue
      for (const [name, pages] of Object.entries(parseRecord(storage.get(key)))) add(name, knownIn(pages))
      save()
      storage.remove(key)
    }
  }
  void takeOver()

  return {
    note(fate, events, destinations) {
      const known = events.map(({ page: by, n }) => [`${by}/${n}`, fate] as const)
      for (const name of destinations) add(name, known)
      save()
    },
    report(name) {
      const told = new Map(untold.get(name))
      const pages = pagesOf(told)
      return {
        pages: { ...pages, [page]: { last: last(), ...pages[page] } },
        confirm() {
          const all = untold.get(name)
          for (const [number, fate] of told) if (all?.get(number) === fate) all.delete(number)
          save()
          void takeOver()
        },
      }
    },
  }
}

/** The numbers by page and fate, as texts such as `1-40,42`. */
function pagesOf(known: Known): Record<string, Partial<PageFates>> {
  const numbers = new Map<string, Map<Fate, number[]>>()
  for (const [number, fate] of known) {
    const [page = '', n] = number.split('/')
    const fates = numbers.get(page) ?? new Map<Fate, number[]>()
    numbers.set(page, fates.set(fate, [...(fates.get(fate) ?? []), Number(n)]))
  }
  return Object.fromEntries(
    [...numbers].map(([page, fates]) => [
      page,
      Object.fromEntries([...fates].map(([fate, all]) => [fate, rangesOf(all)])),
    ]),
  )
}

function rangesOf(numbers: number[]): string {
  const ranges: [from: number, to: number][] = []
  for (const n of numbers.sort((one, other) => one - other)) {
    const latest = ranges.at(-1)
    if (latest && n <= latest[1] + 1) latest[1] = n
    else ranges.push([n, n])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join()
}

/** Reads what `pagesOf` returns. Damage may have left any value. */
function knownIn(pages: unknown): (readonly [string, Fate])[] {
  if (!isRecord(pages)) return []
  return Object.entries(pages).flatMap(([page, fates]) =>
    FATES.flatMap((fate) => {
      const ranges = isRecord(fates) ? fates[fate] : undefined
      return typeof ranges === 'string' ? numbersIn(ranges).map((n) => [`${page}/${n}`, fate] as const) : []
    }),
  )
}

function numbersIn(ranges: string): number[] {
  return ranges.split(',').flatMap((range) => {
    const [, from, to = from] = /^(\d+)(?:-(\d+))?$/.exec(range) ?? []
    const length = Math.min(Number(to) - Number(from) + 1, MAX_NUMBERS)
    return length > 0 ? Array.from({ length }, (_, index) => Number(from) + index) : []
  })
}

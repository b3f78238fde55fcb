import { isRecord, parseRecord, writeJson } from '../../core/lib/json.ts'
import type { PageFates } from '../../core/model/diagnostics.ts'
import type { KeyValueStorage } from '../../core/ports/platform.ts'
import type { Numbered } from './eventReports.ts'

/** What has become of events: `delivered`, or why they will not arrive. */
export type Fate = Exclude<keyof PageFates, 'last'>

const FATES: readonly Fate[] = [
  'delivered',
  'filtered',
  'not-accepted',
  'not-stored',
  'refused',
  'over-budget',
  'no-destination',
  'no-consent',
]

/** How many ranges of numbers may wait to be reported to a destination. Beyond this, the oldest are forgotten. */
const MAX_RANGES = 200

/**
 * What has become of events, by their numbers, until a destination has been told: so it knows which of the numbers that it does not have
 * are missing without a reason. To tell a number twice does no harm.
 */
export interface Fates {
  note(fate: Fate, events: readonly Numbered[], destinations: readonly string[]): void
  /** What this destination has not been told. Call `confirm` when it has been told. */
  report(destination: string): { readonly pages: Readonly<Record<string, PageFates>>; confirm(): void }
}

export interface FatesNeeds {
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

/** Numbers of a page that have the same fate. */
interface Range {
  readonly page: string
  readonly fate: Fate
  readonly first: number
  last: number
}

/** What a destination has not been told, the oldest first. A range that has not been reported yet grows. */
interface Untold {
  ranges: Range[]
  /** The latest range of a page and a fate. */
  growing: Map<string, Range>
}

/** Keeps what is not told in `localStorage`, for the next page: the last answer of a collector comes when a page has no batch left. */
export function createFates({ storage, store, page, last, names, hasEnded }: FatesNeeds): Fates {
  const prefix = `fates:${store}:`
  const ownKey = prefix + page
  const untold = new Map<string, Untold>(names.map((name) => [name, { ranges: [], growing: new Map() }]))
  let isSaveDue = false

  function add(name: string, { page: by, fate, first, last: end }: Range) {
    const all = untold.get(name)
    if (!all) return
    const key = `${by}/${fate}`
    const range = all.growing.get(key)
    if (range?.last === first - 1) range.last = end
    else {
      const another = { page: by, fate, first, last: end }
      all.growing.set(key, another)
      if (all.ranges.push(another) > MAX_RANGES) forgetOldest(all)
    }
  }

  /** Saves once, however many events of a task are noted. */
  function saveSoon() {
    if (isSaveDue) return
    isSaveDue = true
    queueMicrotask(save)
  }

  /** Returns false when the browser has not kept it. */
  function save(): boolean {
    isSaveDue = false
    const kept = [...untold].filter(([, { ranges }]) => ranges.length > 0)
    if (kept.length === 0) {
      storage.remove(ownKey)
      return true
    }
    return storage.set(ownKey, writeJson(Object.fromEntries(kept.map(([name, { ranges }]) => [name, pagesOf(ranges)]))))
  }

  /** The notes of other pages that this page has in memory. */
  const taken = new Set<string>()

  /** Takes over what pages that have ended have not told. Their notes stay as long as the browser does not keep them under this page. */
  async function takeOver() {
    for (const key of storage.keys(prefix)) {
      if (key === ownKey || (await hasEnded(key.slice(prefix.length))) === false) continue
      if (!taken.has(key))
        for (const [name, pages] of Object.entries(parseRecord(storage.get(key))))
          for (const range of rangesIn(pages)) add(name, range)
      taken.add(key)
      if (save()) storage.remove(key)
    }
  }
  void takeOver()

  return {
    note(fate, events, destinations) {
      for (const name of destinations)
        for (const { page: by, n } of events) add(name, { page: by, fate, first: n, last: n })
      saveSoon()
    },
    report(name) {
      const all = untold.get(name)
      const told = new Set(all?.ranges)
      // What is noted from now on is not in this report.
      all?.growing.clear()
      const pages = pagesOf(told)
      return {
        pages: { ...pages, [page]: { last: last(), ...pages[page] } },
        confirm() {
          if (all) all.ranges = all.ranges.filter((range) => !told.has(range))
          saveSoon()
          void takeOver()
        },
      }
    },
  }
}

function forgetOldest({ ranges, growing }: Untold) {
  const oldest = ranges.shift()
  for (const [key, range] of growing) if (range === oldest) growing.delete(key)
}

/** The numbers by page and fate, as texts such as `1-40,42`. */
function pagesOf(ranges: Iterable<Range>): Record<string, Partial<PageFates>> {
  const pages = new Map<string, Partial<Record<Fate, string>>>()
  for (const { page, fate, first, last } of ranges) {
    const fates = pages.get(page) ?? {}
    const text = first === last ? `${first}` : `${first}-${last}`
    pages.set(page, Object.assign(fates, { [fate]: fates[fate] ? `${fates[fate]},${text}` : text }))
  }
  return Object.fromEntries(pages)
}

/** Reads what `pagesOf` returns. Damage may have left any value. */
function rangesIn(pages: unknown): Range[] {
  if (!isRecord(pages)) return []
  return Object.entries(pages).flatMap(([page, fates]) =>
    FATES.flatMap((fate) => {
      const text = isRecord(fates) ? fates[fate] : undefined
      const all = typeof text === 'string' ? text.split(',', MAX_RANGES) : []
      return all.flatMap((range) => {
        const [, first, last = first] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range) ?? []
        return first ? { page, fate, first: Number(first), last: Number(last) } : []
      })
    }),
  )
}

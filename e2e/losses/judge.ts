import { documentedClasses, type LossClass, type PageClasses } from './documentedClasses.ts'
import { type Batch, type Evidence, keyOf, type LossReport, numbersIn, type Sums } from './evidence.ts'
import { CLASSES, type Kind } from './kinds.ts'

/** What is wrong, of one event or one page. */
export interface Violation {
  readonly kind:
    | 'lost without a reason to be lost'
    | 'in another class'
    | 'called lost, and stored'
    | 'stored twice'
    | 'another number'
    | 'other sums'
  readonly page: string
  readonly details: object
}

/** What has become of the events that a kind of loss may have taken. */
export interface Count {
  planted: number
  lost: number
  inClass: number
  /** Outstanding, because a batch that would have told the class was dropped. */
  untold: number
  aboveHighest: number
}

export interface Judgement {
  readonly violations: readonly Violation[]
  readonly counts: ReadonlyMap<Kind, Count>
}

/**
 * Compares what was tracked, planted and stored with what the collector says about it. Each event is stored, or was lost on purpose and
 * is in the class of that loss, or has a number higher than any that the collector has heard of.
 */
export function judge(evidence: Evidence): Judgement {
  const { ids, tracked, batches, stored, loss } = evidence
  const classes = documentedClasses(batches, stored)
  const isStored = new Set(stored.map(keyOf))
  const missing = new Map(loss.pages.map((page) => [page.page, new Set(numbersIn(page.missing))]))
  const violations: Violation[] = [...wrongSums(loss, classes), ...wrongNumbers(evidence)]
  const counts = new Map<Kind, Count>()
  const untold = toldInVain(batches)

  for (const { sender, n, planted } of tracked) {
    const page = ids.get(sender) ?? sender
    const said = classes.get(page)?.get(n) ?? 'above the highest number'
    const hasArrived = isStored.has(keyOf({ page, n }))
    if (hasArrived && missing.get(page)?.has(n))
      violations.push({ kind: 'called lost, and stored', page, details: { sender, n } })
    const isAbove = said === 'above the highest number'
    const inClass = [...planted].filter((kind) => CLASSES[kind] === said)
    const isUntold = inClass.length === 0 && said === 'outstanding' && untold.has(keyOf({ page, n }))
    if (!hasArrived && !isRight(planted, { said, isHeard: !isAbove && !isUntold })) {
      const kind = planted.size === 0 ? 'lost without a reason to be lost' : 'in another class'
      violations.push({ kind, page, details: { sender, n, said, planted: [...planted] } })
    }
    const takers = [...planted].filter((kind) => CLASSES[kind] !== 'stored')
    for (const kind of hasArrived ? planted : inClass.length > 0 ? inClass : takers) {
      const count = counts.get(kind) ?? { planted: 0, lost: 0, inClass: 0, untold: 0, aboveHighest: 0 }
      counts.set(kind, count)
      count.planted += 1
      if (hasArrived) continue
      count.lost += 1
      if (isAbove) count.aboveHighest += 1
      else if (isUntold) count.untold += 1
      else if (inClass.length > 0) count.inClass += 1
    }
  }
  return { violations, counts }
}

/** A kind that loses no event explains nothing. */
function isRight(planted: ReadonlySet<Kind>, { said, isHeard }: { said: LossClass; isHeard: boolean }): boolean {
  const wanted = [...planted].map((kind): string => CLASSES[kind]).filter((one) => one !== 'stored')
  return isHeard ? wanted.includes(said) : wanted.length > 0
}

/** What pages have told in batches that a proxy has dropped: they believe that the collector knows it. */
function toldInVain(batches: readonly Batch[]): ReadonlySet<string> {
  return new Set(
    batches
      .filter(({ isPassed }) => !isPassed)
      .flatMap(({ pages }) =>
        Object.entries(pages).flatMap(([page, { last: _last, ...told }]) =>
          Object.values(told).flatMap((text) => numbersIn(text).map((n) => keyOf({ page, n }))),
        ),
      ),
  )
}

/** Where the meter adds up to something else than the guide, of a page or of all, and pages whose missing numbers it names wrongly. */
function wrongSums(loss: LossReport, classes: ReadonlyMap<string, PageClasses>): Violation[] {
  const violations: Violation[] = []
  const reported = new Map(loss.pages.map((page) => [page.page, page]))
  const compare = (page: string, said: object, expected: object) => {
    if (sorted(said) !== sorted(expected)) violations.push({ kind: 'other sums', page, details: { said, expected } })
  }
  compare('all', sumsOf(loss), sumsIn([...classes.values()].flatMap((page) => [...page.values()])))
  for (const [page, numbers] of classes) {
    const missing = [...numbers].filter(([, said]) => said === 'unexplained' || said === 'outstanding')
    const own = reported.get(page)
    compare(page, { missing: numbersIn(own?.missing) }, { missing: missing.map(([n]) => n) })
    if (own) compare(page, sumsOf(own), sumsIn([...numbers.values()]))
  }
  for (const page of reported.keys()) if (!classes.has(page)) compare(page, { known: true }, { known: false })
  return violations
}

function sumsOf({ stored, explained, onTheWay, outstanding, unexplained }: Sums): Sums {
  const told = Object.entries(explained).filter(([, count]) => count > 0)
  return { stored, explained: Object.fromEntries(told), onTheWay, outstanding, unexplained }
}

function sumsIn(classes: readonly LossClass[]): Sums {
  const count = (name: LossClass) => classes.filter((one) => one === name).length
  const reasons = new Set(classes.filter((one) => !['stored', 'unexplained', 'outstanding'].includes(one)))
  return {
    stored: count('stored'),
    explained: Object.fromEntries([...reasons].map((reason) => [reason, count(reason)])),
    onTheWay: 0,
    outstanding: count('outstanding'),
    unexplained: count('unexplained'),
  }
}

/** The sums, with the reasons in one order. */
const sorted = (sums: object) =>
  JSON.stringify(sums, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )

/** Events that are stored twice, that have a number that was never given, or that have come with two numbers. */
function wrongNumbers({ ids, tracked, batches, stored }: Evidence): Violation[] {
  const violations: Violation[] = []
  const seen = new Set<string>()
  for (const event of stored) {
    if (seen.has(keyOf(event))) violations.push({ kind: 'stored twice', page: event.page, details: event })
    seen.add(keyOf(event))
  }
  const given = new Set(tracked.map(({ sender, n }) => keyOf({ page: ids.get(sender) ?? sender, n })))
  for (const { events } of batches)
    for (const event of events) {
      const [, sender, n] = /^\w+ of (\w+), number (\d+)$/.exec(event.name) ?? []
      const isOther = sender !== undefined && (ids.get(sender) !== event.page || Number(n) !== event.n)
      if (isOther || !given.has(keyOf(event)))
        violations.push({ kind: 'another number', page: event.page, details: event })
    }
  return violations
}

/** What `docs/src/content/docs/guides/is-anything-lost.md` says about each group of counts. */
const COUNTS = ['expected', 'stored', 'onTheWay', 'outstanding', 'unexplained'] as const
const GROUPS = ['app', 'destination', 'release', 'engine', 'hour'] as const

type Fields = Readonly<Record<string, unknown>>

export interface Honest {
  readonly app: string
  readonly sent: number
}

/** Says what is wrong with an answer of `GET /loss`, in sentences: with its form, and with what it says about the honest page. */
export function problemsInLoss(text: string, honest: Honest): readonly string[] {
  const loss = jsonIn(text)
  if (loss === undefined) return ['/loss answers with something that is not JSON.']
  if (!isObject(loss)) return ['/loss answers with something that is no object.']
  const by = own(loss, 'by')
  const problems = [...problemsInCounts(loss, 'in all'), ...problemsInUncounted(loss), ...inheritedIn(text)]
  for (const group of GROUPS) {
    const all = isObject(by) ? own(by, group) : undefined
    if (!isObject(all)) problems.push(`/loss has no counts by ${group}.`)
    else
      for (const [name, counts] of Object.entries(all))
        problems.push(...problemsInCounts(counts, `of the ${group} ${JSON.stringify(name.slice(0, 60))}`))
  }
  return [...problems, ...problemsOfHonest(countsOf(loss, { group: 'app', name: honest.app }), honest)]
}

function problemsInUncounted(loss: Fields): readonly string[] {
  const pages = own(loss, 'uncountedPages') ?? 0
  return pages === 0 ? [] : [`/loss has not counted ${JSON.stringify(pages)} pages.`]
}

/** How many pages are not counted yet in an answer of `GET /loss`, as it says. */
export function uncountedIn(text: string): number {
  const loss = jsonIn(text)
  return isObject(loss) ? Number(own(loss, 'uncountedPages') ?? 0) : 0
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The counts of one application, destination or release. `undefined` if the answer does not have them. */
export function countsOf(loss: unknown, { group, name }: { group: string; name: string }): Fields | undefined {
  const by = isObject(loss) ? own(loss, 'by') : undefined
  const all = isObject(by) ? own(by, group) : undefined
  const counts = isObject(all) ? own(all, name) : undefined
  return isObject(counts) ? counts : undefined
}

function problemsInCounts(counts: unknown, which: string): string[] {
  if (!isObject(counts)) return [`/loss has no counts ${which}.`]
  const explained = own(counts, 'explained')
  if (!isObject(explained)) return [`/loss has no reasons ${which}.`]
  const reasons = Object.entries(explained)
  const wrong = [...COUNTS.map((name) => [name, own(counts, name)] as const), ...reasons].filter(
    ([, count]) => typeof count !== 'number' || !Number.isFinite(count) || count < 0,
  )
  if (wrong.length > 0) return wrong.map(([name, count]) => `/loss says ${name}: ${JSON.stringify(count)} ${which}.`)
  const [expected = 0, ...others] = [
    ...COUNTS.map((name) => own(counts, name)),
    ...reasons.map(([, count]) => count),
  ].map(Number)
  const sum = others.reduce((one, other) => one + other, 0)
  // Sums of the highest numbers are rounded.
  return Math.abs(expected - sum) <= expected * 1e-9
    ? []
    : [`/loss expects ${expected} events ${which}, but its classes have ${sum}.`]
}

function problemsOfHonest(counts: Fields | undefined, { sent }: Honest): readonly string[] {
  if (!counts) return ['/loss does not have the application of the honest page.']
  const { expected, stored, unexplained } = counts
  return expected === sent && stored === sent && unexplained === 0
    ? []
    : [`/loss says of the honest page, which has sent ${sent} events: ${JSON.stringify(counts).slice(0, 200)}`]
}

/** What an object has by the language, and not by anybody who has posted it. */
export const inheritedIn = (text: string): readonly string[] => {
  const [found] = /native code|\[object Object\]\d/.exec(text) ?? []
  return found === undefined ? [] : [`An answer contains what objects inherit: ${found}`]
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const own = (fields: Fields, name: string) => (Object.hasOwn(fields, name) ? fields[name] : undefined)

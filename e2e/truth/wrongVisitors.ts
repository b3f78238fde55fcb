import { ANONYMOUS, type Call, type Evidence, type Finding, type Join, personOf, type Stored } from './evidence.ts'

/**
 * | an event was tracked                                   | its visitor                                  |
 * | ------------------------------------------------------ | -------------------------------------------- |
 * | while the page showed that nobody is signed in         | the one that the page showed                 |
 * | — just before its page ended                           | that one, or none                            |
 * | while the page had a token, or by a person             | none                                         |
 *
 * A visitor is joined to one person at most, by one event, and no later event of that page has it. On one page, no visitor is shown before
 * and after a token. It does not say when a visitor must be joined, nor when other tabs must have heard of a join or of a token.
 */
export function wrongVisitors(evidence: Evidence): Finding[] {
  const calls = new Map(evidence.calls.map((call) => [call.name, call]))
  return [
    ...evidence.stored.flatMap((stored) => wrongVisitor(calls.get(stored.name), stored, evidence)),
    ...evidence.joins.flatMap((join) => wrongJoin(join, evidence)),
    ...acrossTokens(evidence.calls),
  ]
}

/** Before its page ends, an event may not have got what the page found out in the same task. */
const BEFORE_END_MS = 1_000

function wrongVisitor(call: Call | undefined, stored: Stored, { ends }: Evidence): Finding[] {
  const { name, user, visitor } = stored
  const finding = (possible: readonly (string | undefined)[]): Finding[] =>
    possible.includes(visitor) ? [] : [{ name, details: { call, stored, possible } }]
  if (user !== ANONYMOUS) return finding([undefined])
  if (!call) return []
  if (call.token !== undefined) return finding([undefined])
  if (call.status !== 'signed-out') return []
  if (call.visitor === undefined)
    return [{ name, details: { call, rule: 'A visitor is shown while nobody is signed in.' } }]
  const isNearEnd = (ends.get(call.page)?.[0] ?? Infinity) - call.atMs <= BEFORE_END_MS
  return finding([call.visitor, ...(isNearEnd ? [undefined] : [])])
}

function wrongJoin(join: Join, { joins, answers, stored }: Evidence): Finding[] {
  const { joined, user, visitor, place } = join
  const wrong = (rule: string): Finding => ({ name: `join of ${String(joined)}`, details: { join, rule } })
  const isNamed = answers.some((answer) => answer.user === user)
  const later = stored.filter(
    (event) => event.visitor === joined && event.place.page === place.page && event.place.n > place.n,
  )
  return [
    ...(joins.find((one) => one.joined === joined) === join ? [] : [wrong('A visitor is joined once.')]),
    ...(typeof joined === 'string' && visitor === undefined ? [] : [wrong('A join has the visitor as a property.')]),
    ...(isNamed && !personOf(user).includes(' as ') ? [] : [wrong('A join is of a person whom who-am-i has named.')]),
    ...later.map(({ name }) => ({ name, details: { join, rule: 'No visitor goes on after the join.' } })),
  ]
}

/** What a page shows before it gets a token, it does not show when it has lost it. */
function acrossTokens(calls: readonly Call[]): Finding[] {
  const since = new Map<string, number>()
  return calls.flatMap(({ name, page, visitor, token, sinceMs }) => {
    if (visitor === undefined || token !== undefined) return []
    const key = `${page} ${visitor}`
    const firstMs = since.get(key) ?? sinceMs
    since.set(key, firstMs)
    return firstMs === sinceMs ? [] : [{ name, details: { visitor, rule: 'No visitor goes on after a token.' } }]
  })
}

import { ANONYMOUS, type Call, type Evidence, personOf, type Session, type Stored } from './evidence.ts'
import type { Finding } from './judge.ts'

/** What one tab does reaches the others, and the services, within this time. */
const ON_THE_WAY_MS = 1_000

/**
 * Each event has a session, which did not begin after it. As a history is shorter than half an hour, another session begins only after a
 * sign-out, a sign-in of another person, or a change of the impersonation, in whichever tab. Two persons who follow one another on the
 * only page that is open have two sessions. It says nothing about the session of an event after a sign-out: without an activity, which
 * a driver cannot have, the former one goes on. And it says nothing about two persons who are signed in in two tabs.
 */
export function wrongSessions(evidence: Evidence): Finding[] {
  const calls = new Map(evidence.calls.map((call) => [call.name, call]))
  const known = evidence.stored.filter(({ name }) => calls.has(name))
  const pairs = known.flatMap((stored): (readonly [Call, Stored])[] => {
    const call = calls.get(stored.name)
    return call ? [[call, stored]] : []
  })
  return [...known.flatMap(wrongSession), ...withoutCause(evidence), ...sharedByPersons(pairs, evidence)]
}

function wrongSession(stored: Stored): Finding[] {
  const { name, session, happenedMs } = stored
  return session && session.startedAt <= happenedMs ? [] : [{ name, details: { stored } }]
}

/** Sessions that began although nothing had ended the one before. */
function withoutCause(evidence: Evidence): Finding[] {
  const sessions = new Map<string, Session>()
  const findings: Finding[] = []
  for (const { name, session } of evidence.stored) {
    if (!session) continue
    const known = sessions.get(session.id) ?? session
    sessions.set(session.id, known)
    if (known.startedAt !== session.startedAt)
      findings.push({ name, details: { session, rule: 'A session has one beginning.' } })
  }
  const causes = causesIn(evidence)
  const inOrder = [...sessions.values()].sort((one, other) => one.startedAt - other.startedAt)
  inOrder.forEach((session, index) => {
    const before = inOrder[index - 1]
    const isCause = (ms: number) =>
      before && ms >= before.startedAt - ON_THE_WAY_MS && ms <= session.startedAt + ON_THE_WAY_MS
    if (before && !causes.some(isCause))
      findings.push({
        name: `session ${session.id}`,
        details: { session, before, rule: 'Nothing had ended the one before.' },
      })
  })
  return findings
}

/** When something happened that may end a session: a token was lost or changed, or an answer names another person than the one before. */
function causesIn({ questions, answers }: Evidence): number[] {
  const asked = inOrderOfTime(questions).map(({ token, atMs }) => ({ owner: token?.replace(/#.*$/, ''), atMs }))
  const named = inOrderOfTime(answers.filter(({ user }) => user !== 'failed'))
  const isChange = ({ owner }: (typeof asked)[number], index: number) => {
    const last = asked
      .slice(0, index)
      .flatMap((one) => one.owner ?? [])
      .at(-1)
    return last !== undefined && owner !== last
  }
  const isOther = ({ user }: (typeof named)[number], index: number) =>
    index > 0 && personOf(user) !== personOf(named[index - 1]?.user ?? '')
  return [...asked.filter(isChange), ...named.filter(isOther)].map(({ atMs }) => atMs)
}

const inOrderOfTime = <One extends { readonly atMs: number }>(all: readonly One[]): One[] =>
  [...all].sort((one, other) => one.atMs - other.atMs)

/** Events of one session that are of two persons, who were shown one after the other on the only page. */
function sharedByPersons(known: readonly (readonly [Call, Stored])[], evidence: Evidence): Finding[] {
  const shown = known.filter(([call, { user }]) => call.status === 'known' && call.user === user && user !== ANONYMOUS)
  shown.sort(([one], [other]) => one.atMs - other.atMs)
  return shown.flatMap(([call, stored], index) => {
    const [callBefore, before] = shown[index - 1] ?? []
    if (!callBefore || !before || callBefore.page !== call.page) return []
    const isOther = personOf(before.user) !== personOf(stored.user)
    if (!isOther || before.session?.id !== stored.session?.id || !isAlone(callBefore, call, evidence)) return []
    return [{ name: stored.name, details: { before, stored, rule: 'Two persons have two sessions.' } }]
  })
}

/** Whether no other page was open since the page has had the token of the first call. */
function isAlone(first: Call, last: Call, { questions, ends }: Evidence): boolean {
  return !questions.some(
    ({ page, atMs }) => page !== last.page && atMs <= last.atMs && (ends.get(page)?.[1] ?? Infinity) >= first.sinceMs,
  )
}

import { ANONYMOUS, type Evidence, type Finding, personOf, type Session, type Stored } from './evidence.ts'

/** What one tab does reaches the others, and the services, within this time. */
const ON_THE_WAY_MS = 1_000

/**
 * Each event has a session, which did not begin after it. As a history is shorter than half an hour, another session begins only after a
 * sign-out, a sign-in of another person, or a change of the impersonation, in whichever tab. Two persons have two sessions, in one tab or in
 * two, from the first event that is theirs: the first who is known continues the session of nobody, and another one has a session that
 * nothing need have ended. It says nothing about the session of an event after a sign-out: without an activity, which
 * a driver cannot have, the former one goes on.
 */
export function wrongSessions(evidence: Evidence): Finding[] {
  const names = new Set(evidence.calls.map(({ name }) => name))
  const known = evidence.stored.filter(({ name }) => names.has(name))
  return [...known.flatMap(wrongSession), ...withoutCause(evidence), ...sharedByPersons(known)]
}

function wrongSession(stored: Stored): Finding[] {
  const { name, session, happenedMs } = stored
  return session && session.startedAt <= happenedMs ? [] : [{ name, details: { stored } }]
}

/** Sessions that began although nothing had ended the one before: that of the same person, or one in which nobody was signed in. */
function withoutCause(evidence: Evidence): Finding[] {
  const sessions = new Map<string, Session>()
  const persons = new Map<string, string>()
  const findings: Finding[] = []
  for (const { name, user, session } of evidence.stored) {
    if (!session) continue
    const known = sessions.get(session.id) ?? session
    sessions.set(session.id, known)
    if (user !== ANONYMOUS) persons.set(session.id, personOf(user))
    if (known.startedAt !== session.startedAt)
      findings.push({ name, details: { session, rule: 'A session has one beginning.' } })
  }
  const causes = causesIn(evidence)
  const inOrder = [...sessions.values()].sort((one, other) => one.startedAt - other.startedAt)
  inOrder.forEach((session, index) => {
    const own = persons.get(session.id)
    const mayBe = ({ id }: Session) => own === undefined || [own, undefined].includes(persons.get(id))
    const before = inOrder.slice(0, index).filter(mayBe).at(-1)
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

/**
 * When something happened that may end a session: a token was lost or changed, or an answer names another person than the one before. Events
 * that waited for that answer are in the session of the person, which began before it came.
 */
function causesIn({ questions, answers }: Evidence): number[] {
  const asked = inOrderOf(questions, ({ atMs }) => atMs).map(({ token, atMs }) => ({
    owner: token?.replace(/#.*$/, ''),
    atMs,
  }))
  const named = inOrderOf(
    answers.filter(({ user }) => user !== 'failed'),
    ({ atMs }) => atMs,
  )
  const isChange = ({ owner }: (typeof asked)[number], index: number) => {
    const last = asked
      .slice(0, index)
      .flatMap((one) => one.owner ?? [])
      .at(-1)
    return last !== undefined && owner !== last
  }
  const isOther = ({ user }: (typeof named)[number], index: number) =>
    index > 0 && personOf(user) !== personOf(named[index - 1]?.user ?? '')
  const changes = asked.filter(isChange).map(({ atMs }) => atMs)
  return [...changes, ...named.filter(isOther).flatMap(({ askedMs, atMs }) => [askedMs, atMs])]
}

const inOrderOf = <One>(all: readonly One[], timeOf: (one: One) => number): One[] =>
  [...all].sort((one, other) => timeOf(one) - timeOf(other))

/** Events of one session that are of two persons. Nobody is no person: whoever signs in continues the session. */
function sharedByPersons(known: readonly Stored[]): Finding[] {
  const firsts = new Map<string, Stored>()
  return inOrderOf(known, ({ happenedMs }) => happenedMs).flatMap((stored) => {
    const { name, user, session } = stored
    if (!session || user === ANONYMOUS) return []
    const first = firsts.get(session.id) ?? stored
    firsts.set(session.id, first)
    if (personOf(first.user) === personOf(user)) return []
    return [{ name, details: { first, stored, rule: 'Two persons have two sessions.' } }]
  })
}

import type { Identity } from '../../core/model/identity.ts'
import { withoutSecrets } from '../../core/model/identity.ts'
import { copyJson } from '../../core/lib/json.ts'
import type { ObservedIdentity } from '../../core/observer.ts'
import { newestFirst, type Seen } from '../seen.ts'
import { factList, type Fact } from './factList.ts'
import { h, setText } from './h.ts'
import { jsonLine } from './jsonText.ts'
import { codeOf, currentProblems } from './problems.ts'
import { databasesHere, storageProblem, storedHere } from './storedHere.ts'
import type { Tab } from './tab.ts'
import { durationText, timeText } from './timeText.ts'

/** How often the storage is read, in milliseconds: it may have many events. */
const LOOK_EVERY_MS = 3_000

const REASONS = {
  'signed-out': 'Nobody is signed in.',
  refused: 'The token was refused: the user has to sign in again.',
  failed: 'It is not known who is signed in: the question has failed.',
}

const REMEMBERED = 'This is from an earlier page: it is being asked whether it still holds.'

/** Who is signed in, how that is known, and what the browser keeps of it. */
export const whoTab: Tab = {
  name: 'Who',
  create({ layer: { identity }, seen }) {
    const said = h('p', { class: 'said' })
    const failure = h('p', { class: 'warning', role: 'status' })
    const answer = h('p', { class: 'note answer' })
    const person = factList()
    const stored = storedSection(seen)
    return {
      element: h('div', {}, said, failure, answer, person.element, stored.element),
      update() {
        const who = identity.current.get()
        // Somebody who is shown before the answer is remembered. Nobody is not.
        const isRemembered = who.status === 'known' && identity.confirmed.get().status !== 'known'
        const reason = identity.failure.get()
        const isRefused = who.status === 'unknown' && who.reason === 'refused' && reason !== undefined
        const sentence = isRefused ? `Nobody is signed in, because ${reason}.` : sentenceOf(who)
        setText(said, isRemembered ? `${sentence} ${REMEMBERED}` : sentence)
        setText(failure, reason === undefined || isRefused ? '' : `Why: ${reason}`)
        const isAnswered = identity.confirmed.get().status !== 'resolving' && (isRefused || reason === undefined)
        setText(answer, isAnswered ? `${askedWords(identity)} ${endOf(who)}` : askedWords(identity))
        person.show([...factsOf(who), ...momentOf(seen)])
        stored.update()
      },
    }
  },
}

function askedWords({ askedAt }: ObservedIdentity): string {
  const at = askedAt()
  return `Asked at ${timeText(at).slice(0, 8)}, ${durationText(Date.now() - at)} ago.`
}

/** What ends an answer. */
function endOf(who: Identity): string {
  const isVisitor = who.status === 'unknown' && who.visitor !== undefined
  return `The answer holds until the next page, or until the application calls identify, identity.refresh or identity.reset${isVisitor ? ', or somebody signs in in another tab: it does not expire.' : ': it does not expire, and no other tab ends it.'}`
}

/** Where events are kept instead, by the code of the problem. */
const STORES: Readonly<Record<string, string>> = {
  T188: 'IndexedDB cannot be used: events are kept in localStorage.',
  T65: 'Neither IndexedDB nor localStorage can be used: events are kept in memory.',
}

function storeOfEvents(seen: Parameters<typeof currentProblems>[0]): readonly Fact[] {
  const words = currentProblems(seen).flatMap((problem) => STORES[codeOf(problem) ?? ''] ?? [])
  return words.slice(0, 1).map((one) => ['The store of events', one])
}

function storedSection(seen: Parameters<typeof currentProblems>[0]) {
  const problem = h('p', { class: 'warning', role: 'status' })
  const empty = h('p', { class: 'empty' })
  const list = factList()
  let lookedAt = 0
  let databases: readonly Fact[] = []

  function show() {
    const facts = [...storeOfEvents(seen), ...storedHere(), ...databases]
    list.show(facts)
    setText(empty, facts.length > 0 ? '' : 'The layer has stored nothing here.')
  }

  async function lookAtDatabases() {
    databases = await databasesHere()
    show()
  }

  return {
    element: h('div', {}, h('h3', {}, 'Stored in this browser'), problem, list.element, empty),
    update() {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return
      lookedAt = Date.now()
      setText(problem, storageProblem())
      show()
      void lookAtDatabases()
    },
  }
}

/** The session and the consent of the latest event that is complete. */
function momentOf(seen: Pick<Seen, 'events'>): readonly Fact[] {
  const { session, consent } = newestFirst(seen).find(({ event }) => event)?.event?.moment ?? {}
  const facts: Fact[] = []
  if (session) {
    const { id, startedAt } = session
    facts.push([
      'session',
      `${id}, since ${timeText(startedAt).slice(0, 5)}, for ${durationText(Date.now() - startedAt)}`,
    ])
  }
  if (consent !== undefined) facts.push(['consent', consent])
  return facts
}

function sentenceOf(who: Identity): string {
  if (who.status === 'resolving') return 'It is being asked who is signed in. Events wait for the answer.'
  if (who.status === 'unknown') return REASONS[who.reason]
  return who.impersonator === undefined ? `${who.name} is signed in.` : `${who.impersonator} acts as ${who.name}.`
}

function factsOf(who: Identity): readonly Fact[] {
  if (who.status === 'unknown' && who.visitor !== undefined) return [['visitor', who.visitor]]
  if (who.status !== 'known') return []
  const accounts = safeFields(who.accounts ?? {}).map(([kind, account]): Fact => [
    `account: ${kind}`,
    jsonLine(account),
  ])
  const fields = safeFields(who.person).map(([name, value]): Fact => [
    name,
    typeof value === 'string' ? value : jsonLine(value),
  ])
  return [
    ...(who.impersonator === undefined ? [] : [['impersonator', who.impersonator] as const]),
    ...accounts,
    ...fields,
  ]
}

/** What may be shown: without secrets, at whatever depth. */
const safeFields = (given: object) => Object.entries(copyJson(given, withoutSecrets) as object)

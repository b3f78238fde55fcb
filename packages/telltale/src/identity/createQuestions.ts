import type { Question, Questions } from '../core/host.ts'
import { createListeners } from '../core/lib/listeners.ts'
import { childController } from '../core/lib/time.ts'
import type { EventIdentity } from '../core/model/event.ts'
import type { Clock } from '../core/ports/platform.ts'
import type { TokenDigests } from '../core/tokenDigests.ts'

/** How many questions a page remembers. */
const MAX_QUESTIONS = 100
/** How many questions may be open: the oldest, and the latest two. */
const MAX_OPEN = 3

export interface OwnQuestion extends Question {
  token?: string
  tokenDigest?: string
  owner?: EventIdentity
  isOpen: boolean
  /** Its request is under way. */
  isAsking?: boolean
  readonly controller: AbortController
}

export interface OwnQuestions extends Questions {
  isOf(question: OwnQuestion, tokenDigest: string): boolean
  /**
   * Begins a question, to which events belong from now on. Earlier ones are over, except for those with a request for
   * which events wait.
   */
  begin(): OwnQuestion
  /** Events belong to nobody from now on, until the latest question is answered. */
  giveUp(): void
  /** The question is asked with this token. */
  name(question: OwnQuestion, token: string): void
  /** Settles to whom the events of the question belong. They belong to it again if the page had given up meanwhile. */
  settle(question: OwnQuestion, owner: EventIdentity): void
  /** No answer will come. */
  abandon(question: OwnQuestion): void
}

interface Needs {
  clock: Pick<Clock, 'now'>
  tokenDigests: TokenDigests
  page: string
  signal: AbortSignal
}

/** The questions of a page, in the order in which they were asked. */
export function createQuestions({ clock, tokenDigests, page, signal }: Needs): OwnQuestions {
  const all: OwnQuestion[] = []
  const awaited = new Set<Question>()
  const listeners = createListeners<[]>()
  let count = 0
  const create = (): OwnQuestion => ({
    id: `${page}/${count++}`,
    askedAt: clock.now(),
    isOpen: true,
    controller: childController(signal),
  })

  let current = create()

  function begin(): OwnQuestion {
    const question = (current = create())
    all.filter((earlier) => !earlier.isAsking || !awaited.has(earlier)).forEach(abandon)
    all.push(question)
    const open = all.filter(({ isOpen }) => isOpen)
    if (open.length > MAX_OPEN) abandon(open[1] as OwnQuestion)
    if (all.length > MAX_QUESTIONS) all.shift()
    return question
  }

  function abandon(question: OwnQuestion) {
    question.isOpen = false
    question.controller.abort()
    awaited.delete(question)
  }

  return {
    page,
    now: () => current,
    all,
    // The pages of a browser share a salt, so that most token digests are equal.
    isOf: ({ tokenDigest: own, token }: OwnQuestion, tokenDigest) =>
      own === tokenDigest || (token !== undefined && tokenDigests.match(tokenDigest, token)),
    expect: (question) => void awaited.add(question),
    watch: listeners.add,
    begin,
    giveUp: () => void (current = { ...create(), owner: {}, isOpen: false }),
    name(question, token) {
      question.token = token
      question.tokenDigest = tokenDigests.of(token)
      // Events that wait are stored with it: a later page may be told whose token it was.
      if (awaited.has(question)) listeners.notify()
    },
    settle(question, owner) {
      question.owner = owner
      abandon(question)
      if (question === all.at(-1)) current = question
      listeners.notify()
    },
    abandon,
  }
}

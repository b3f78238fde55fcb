import type { LateHost, Question, Questions, Repetition, Topics } from '../core/host.ts'
import { createHttp } from '../core/http/http.ts'
import { createBus, createListeners } from '../core/lib/listeners.ts'
import { readableOf, writable, type Writable } from '../core/lib/readable.ts'
import type { AnalyticsEvent, EventIdentity } from '../core/model/event.ts'
import type { Identity } from '../core/model/identity.ts'
import type { LatePlatform } from '../core/ports/platform.ts'

export interface FakeHost extends LateHost {
  identity: Writable<Identity>
}

/** The host that a part receives, with an identity that the test sets. */
export function fakeHost(platform: LatePlatform, identity: Identity = { status: 'resolving', epoch: 'e-1' }): FakeHost {
  return {
    platform,
    http: createHttp(platform),
    identity: writable(identity),
    questions: fakeQuestions(),
    repetition: fakeRepetition,
    bus: createBus<Topics>(),
    diagnostics: readableOf({
      dropped: {},
      storage: 'durable',
      inMemory: 0,
      notReady: [],
    }),
    app: {
      ...{ name: 'Desk', platform: 'web', multiPage: false, space: 'Desk' },
      ...{ promotion: 'sandbox', projectId: 'p-1' },
    },
  }
}

/** An event with default values, for tests that care only about the properties they pass. */
export const anEvent = (id: string, parts: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  ...{ page: 'page-1', n: 1 },
  id,
  name: id,
  at: 0,
  url: '',
  properties: {},
  epoch: 'e',
  identity: {},
  ...parts,
})

export interface FakeQuestions extends Questions {
  /** Begins another question, and returns it. */
  begin(tokenDigest?: string, askedAt?: number): Question
  /** Answers a question, or the current one. */
  answer(owner: EventIdentity, question?: Question): void
}

/** The questions of a page, which the test asks and answers. The first one is open and has this digest. */
export function fakeQuestions(tokenDigest?: string): FakeQuestions {
  const all: Question[] = []
  const listeners = createListeners<[]>()
  begin(tokenDigest)

  function begin(ofToken?: string, askedAt = 0): Question {
    const question = { id: `page-1/${all.length}`, askedAt, isOpen: true, tokenDigest: ofToken }
    all.push(question)
    return question
  }

  return {
    page: 'page-1',
    all,
    now: () => all.at(-1) as Question,
    isOf: (question, ofToken) => question.tokenDigest === ofToken,
    expect: () => {},
    watch: listeners.add,
    begin,
    answer(owner, question = all.at(-1) as Question) {
      const index = all.findIndex(({ id }) => id === question.id)
      all[index] = { ...question, owner, isOpen: false }
      listeners.notify()
    },
  }
}

/** No question is open, and none has failed. */
const fakeRepetition: Repetition = {
  asked: readableOf(undefined),
  failed: readableOf(undefined),
  repeat: async () => {},
  giveUp: () => {},
}

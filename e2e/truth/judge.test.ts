import { describe, expect, it } from 'vitest'
import type { Answer, Call, Evidence, FlagsAnswer, Stored } from './evidence.ts'
import { judge } from './judge.ts'

const TOKEN = 'ida#1'
const SUPPORT = 'support#1'

type Verdict = 'right' | 'wrong'

/** Ida is signed in and confirmed, and the third version of her flags is shown. */
const call: Call = {
  ...{ name: 'event 1', page: 'A', token: TOKEN, sinceMs: 1_000, atMs: 10_000 },
  ...{ status: 'known', user: 'ida', flagsStatus: 'live', plan: 'ida 3' },
}
const resolving: Call = {
  ...call,
  status: 'resolving',
  user: undefined,
  flagsStatus: 'initialising',
  plan: '',
} as never
const withoutFlags: Call = { ...call, flagsStatus: 'initialising', plan: '' }
const stored: Stored = {
  ...{ name: 'event 1', user: 'ida', plan: 'ida 3', atMs: 11_500, happenedMs: 10_000 },
  ...{ session: { id: 's1', startedAt: 1_000 }, place: { page: 'a', n: 2 } },
}

const answer = (more: Partial<Answer> = {}): Answer => ({
  ...{ page: 'A', token: TOKEN, user: 'ida', askedMs: 1_010, atMs: 2_000 },
  ...more,
})
/** The page has asked when it was opened. */
const opened = { page: 'A', token: TOKEN, atMs: 1_000 }
const sent = (more: Partial<FlagsAnswer> = {}): FlagsAnswer => ({
  ...{ page: 'A', user: 'ida', version: 3, atMs: 2_500 },
  ...more,
})

/** What is judged: `event` is stored, `calls` are made, and all is well unless `more` says otherwise. */
function judged(event: Partial<Stored>, calls: readonly Call[], more: Partial<Evidence> = {}) {
  const evidence: Evidence = {
    ...{ calls, stored: [{ ...stored, ...event }], offline: [], ends: new Map() },
    ...{ answers: [answer()], flags: [sent()], joins: [], exposures: [], batches: [] },
    ...more,
    questions: [opened, ...(more.questions ?? [])],
  }
  return judge(evidence).map(({ kind }) => kind)
}

describe('the number of events', () => {
  it('an event that is stored once, with its user and its flags, is right', () => {
    expect(judged({}, [call])).toEqual([])
  })

  it('an event that is not stored is lost', () => {
    expect(judged({}, [call, { ...call, name: 'event 2' }])).toEqual(['lost'])
  })

  it('an event that is stored under two ids is doubled', () => {
    expect(judged({}, [call], { stored: [stored, stored] })).toEqual(['doubled'])
  })

  it('an event that no page could report may be stored, but not twice', () => {
    expect(judged({}, [])).toEqual([])
    expect(judged({}, [], { stored: [stored, stored] })).toEqual(['doubled'])
  })
})

describe('the user of an event', () => {
  it.each<[string, Verdict, user: string, Call, Partial<Evidence>]>([
    ['the confirmed user', 'right', 'ida', call, {}],
    ['another user', 'wrong', 'otto', call, {}],
    ['nobody, although the user was confirmed', 'wrong', 'anonymous', call, {}],
    [
      'the customer alone while an impersonator was shown',
      'wrong',
      'ida',
      { ...call, user: 'sam as ida' },
      { answers: [answer({ user: 'sam as ida' })] },
    ],
    ['nobody without a token', 'right', 'anonymous', { ...call, token: undefined, status: 'signed-out' }, {}],
    ['a user without a token', 'wrong', 'ida', { ...call, token: undefined, status: 'signed-out' }, {}],
    ['the user of the next answer', 'right', 'ida', resolving, { answers: [answer({ atMs: 12_000 })] }],
    [
      'the user of an answer on another page',
      'right',
      'ida',
      resolving,
      { answers: [answer({ page: 'B', askedMs: 69_000, atMs: 70_000 })] },
    ],
    ['a user whom no answer has named', 'wrong', 'otto', resolving, { answers: [answer({ atMs: 12_000 })] }],
    ['the user of the second answer', 'wrong', 'otto', resolving, twoAnswers()],
    ['the user of the second answer, asked for as the first one came', 'wrong', 'otto', resolving, askedAgain(12_010)],
    ['the user of the first answer, although the page asked again', 'right', 'ida', resolving, askedAgain(11_000)],
    ['the user of the second answer, asked for later', 'wrong', 'otto', resolving, askedAgain(13_900)],
    ['nobody, although an answer came', 'wrong', 'anonymous', resolving, { answers: [answer({ atMs: 12_000 })] }],
    ['nobody after a minute without an answer', 'right', 'anonymous', resolving, { answers: [] }],
    ['no user, and the page ended as the answer came', 'right', 'anonymous', resolving, answeredAtTheEnd(12_500)],
    ['no user, and the page ended after the answer', 'wrong', 'anonymous', resolving, answeredAtTheEnd(14_000)],
    ['no user, and another signed in as the answer came', 'wrong', 'anonymous', resolving, answeredAtChange(12_010)],
    ['no user, and another signed in after the answer', 'wrong', 'anonymous', resolving, answeredAtChange(14_000)],
    ['no user, and a third question was asked as the answer came', 'right', 'anonymous', resolving, thirdAt(12_020)],
    ['no user, and a third question was asked after the answer', 'wrong', 'anonymous', resolving, thirdAt(14_000)],
    ['the user who was shown, whom the next page is told', 'right', 'ida', call, onNextPage('ida')],
    ['another user than was shown, whom the next page is told', 'wrong', 'otto', call, onNextPage('otto')],
    ['no user, and the next page is told another than was shown', 'right', 'anonymous', call, onNextPage('otto')],
    ['the user whom the next page is told, and none was shown', 'right', 'otto', resolving, onNextPage('otto')],
    ['the user of an answer that another page had asked for before', 'wrong', 'otto', resolving, askedBefore()],
  ])('an event with %s is %s', (_, verdict, user, made, more) => {
    const kinds = judged({ user, atMs: 80_000 }, [made], more)
    expect(kinds.includes('wrong identity')).toBe(verdict === 'wrong')
  })

  it.each([
    ['the user of the answer to its own question', 'right', 'sam as ida'],
    ['the user of the answer to the later question', 'wrong', 'support'],
  ])('an event whose question is answered after a later one has %s: that is %s', (_, verdict, user) => {
    const made: Call = { ...resolving, token: SUPPORT, atMs: 4_607, sinceMs: 4_253 }
    const questions = [4_254, 5_450].map((atMs) => ({ page: 'A', token: SUPPORT, atMs }))
    const answers = [
      answer({ token: SUPPORT, user: 'support', askedMs: 5_498, atMs: 5_498 }),
      answer({ token: SUPPORT, user: 'sam as ida', askedMs: 4_275, atMs: 5_852 }),
    ]
    const kinds = judged({ user, atMs: 5_934 }, [made], { questions, answers })
    expect(kinds.includes('wrong identity')).toBe(verdict === 'wrong')
  })

  it.each([
    ['the user of its own request, which the browser has sent again', 'right', 'sam as ida@2', 4_221, true],
    ['no user: the library may have seen the failure', 'right', 'anonymous', 4_221, true],
    ['the user of an answer that the library has asked for after a failure', 'wrong', 'sam as ida@2', 5_221, true],
    ['the user of an answer that was asked for just after a refusal', 'wrong', 'sam as ida@2', 4_221, false],
    ['another user', 'wrong', 'otto', 4_221, true],
  ])(
    'an event of a question that was cut off after a later one was asked has %s: that is %s',
    (_, verdict, user, askedMs, isCutOff) => {
      const made: Call = { ...call, token: SUPPORT, user: 'sam as ida@1', atMs: 10_000 }
      const questions = [9_997, 10_161].map((atMs) => ({ page: 'A', token: SUPPORT, atMs }))
      const failed = { token: SUPPORT, user: 'failed', atMs: 14_217, ...(isCutOff && { wasCutOff: true as const }) }
      const answers = [
        answer({ ...failed, askedMs: 9_999 }),
        answer({ ...failed, askedMs: 10_169 }),
        answer({ token: SUPPORT, user: 'sam as ida@2', askedMs: 10_000 + askedMs, atMs: 10_000 + askedMs }),
      ]
      const kinds = judged({ user, atMs: 15_500 }, [made], { questions, answers })
      expect(kinds.includes('wrong identity')).toBe(verdict === 'wrong')
    },
  )

  it.each([
    ['no user: the first question has failed', 'right', 'anonymous', 10_120, 10_100],
    ['no user: the first question has failed, and the second came at once', 'right', 'anonymous', 10_120, 10_075],
    ['no user, although the first question is answered', 'wrong', 'anonymous', 10_020, 10_100],
    ['another user', 'wrong', 'otto', 10_120, 10_100],
  ])(
    'an event before a second question, whose answer names another user than was shown, has %s: that is %s',
    (_, verdict, user, askedMs, secondMs) => {
      const made: Call = { ...call, token: SUPPORT, user: 'sam as otto', plan: 'sam as otto 1', atMs: 10_040 }
      const questions = [9_980, secondMs].map((atMs) => ({ page: 'A', token: SUPPORT, atMs }))
      const answers = [
        answer({ token: SUPPORT, user: 'failed', askedMs: 9_990, atMs: 9_990 }),
        answer({ token: SUPPORT, user: 'support', askedMs, atMs: 10_140 }),
      ]
      const kinds = judged({ user, atMs: 20_000 }, [made], { questions, answers })
      expect(kinds.includes('wrong identity')).toBe(verdict === 'wrong')
    },
  )

  it.each([
    ['the user of the answer to its own question', 'right', 'sam as otto'],
    ['the user who was shown, whose answer the page had asked for just before', 'right', 'sam as ida'],
    ['another user', 'wrong', 'support'],
  ])('an event just after a second question has %s: that is %s', (_, verdict, user) => {
    const made: Call = { ...call, token: SUPPORT, user: 'sam as ida', plan: 'sam as ida 1' }
    const questions = [9_990, 10_000].map((atMs) => ({ page: 'A', token: SUPPORT, atMs }))
    const answers = [
      answer({ token: SUPPORT, user: 'sam as ida', askedMs: 9_993, atMs: 9_993 }),
      answer({ token: SUPPORT, user: 'sam as otto', askedMs: 10_008, atMs: 10_008 }),
    ]
    const kinds = judged({ user }, [made], { questions, answers })
    expect(kinds.includes('wrong identity')).toBe(verdict === 'wrong')
  })

  it.each([
    ['for a minute', 'right', -51_000],
    ['for a moment only', 'wrong', 9_000],
  ])('an event without a user, after who-am-i has failed %s, is %s', (_, verdict, sinceMs) => {
    const made: Call = { ...call, sinceMs, status: 'failed', user: 'anonymous', plan: 'anonymous 1' }
    const more = { questions: [{ ...opened, atMs: sinceMs }], answers: [answer({ askedMs: sinceMs, user: 'failed' })] }
    const flags = [sent({ user: 'anonymous', version: 1 })]
    const event = { user: 'anonymous', plan: 'anonymous 1' }
    expect(judged(event, [made], { ...more, flags })).toEqual(verdict === 'right' ? [] : ['wrong identity'])
  })

  it('an event of a user who was remembered has the user whom who-am-i confirms', () => {
    const made: Call = { ...call, token: SUPPORT, user: 'support', plan: 'support 1' }
    const answers = [answer({ token: SUPPORT, user: 'sam as ida', atMs: 11_000 })]
    const questions = [{ ...opened, token: SUPPORT }]
    const flags = [sent({ user: 'sam as ida' }), sent({ user: 'support' })]
    expect(judged({ user: 'sam as ida', plan: 'sam as ida 3' }, [made], { questions, answers, flags })).toEqual([])
    expect(judged({ user: 'support', plan: 'support 1' }, [made], { questions, answers, flags })).toEqual([
      'wrong identity',
    ])
  })
})

/** The page is left before who-am-i has answered, and the next page with the token is told this user. */
function onNextPage(user: string): Partial<Evidence> {
  const questions = [{ page: 'B', token: TOKEN, atMs: 13_000 }]
  const answers = [answer({ page: 'B', user, askedMs: 13_010, atMs: 13_500 })]
  return { questions, answers, ends: new Map([['A', [11_000, 11_100] as const]]) }
}

/** Another page had asked before the event, and was answered after it. */
function askedBefore(): Partial<Evidence> {
  return { answers: [answer({ page: 'B', user: 'otto', askedMs: 9_000, atMs: 12_000 })] }
}

/** The page asks twice with one token. Its event waits for the answer to the first question. */
function askedAgain(atMs: number): Partial<Evidence> {
  const questions = [9_000, atMs].map((asked) => ({ page: 'A', token: TOKEN, atMs: asked }))
  return {
    questions,
    answers: [answer({ askedMs: 9_010, atMs: 12_000 }), answer({ user: 'otto', askedMs: atMs + 10, atMs: 14_000 })],
  }
}

describe('the account of an event', () => {
  const ofFirst: Call = { ...call, user: 'ida@ida-1', plan: 'ida@ida-1 3' }
  const ofSecond = answer({ user: 'ida@ida-2', askedMs: 12_010, atMs: 12_100 })
  const asked = { ...opened, atMs: 12_000 }
  const flags = [sent({ user: 'ida@ida-1' }), sent({ user: 'ida@ida-2', atMs: 12_200 })]

  it.each<[string, string | undefined, user: string, Call]>([
    ['the company that the answer had named', undefined, 'ida@ida-1', ofFirst],
    ['a company that only a later answer named', 'wrong account', 'ida@ida-2', ofFirst],
    ['the company of another person', 'wrong account', 'ida@otto-1', ofFirst],
    ['no company', 'wrong account', 'ida', ofFirst],
    ['another person of that company', 'wrong identity', 'otto@ida-1', ofFirst],
    [
      'the company of the later answer, tracked after its question',
      undefined,
      'ida@ida-2',
      { ...ofFirst, atMs: 12_060 },
    ],
    ['the former company, tracked after the question', 'wrong account', 'ida@ida-1', { ...ofFirst, atMs: 12_060 }],
  ])('an event with %s is judged as %s', (_, kind, user, made) => {
    const answers = [answer({ user: 'ida@ida-1' }), ofSecond]
    const plan = user === made.user ? made.plan : `${user} 3`
    expect(judged({ user, plan, atMs: 13_000 }, [made], { answers, questions: [asked], flags })).toEqual(
      kind === undefined ? [] : [kind],
    )
  })
})

function answeredAtTheEnd(endMs: number): Partial<Evidence> {
  return { answers: [answer({ atMs: 12_000 })], ends: new Map([['A', [endMs, endMs + 100] as const]]) }
}

function answeredAtChange(atMs: number): Partial<Evidence> {
  return { answers: [answer({ atMs: 12_000 })], questions: [{ page: 'A', token: 'otto#1', atMs }] }
}

/** A page keeps the latest two questions, and the oldest: this one is neither when the third is asked. */
function thirdAt(atMs: number): Partial<Evidence> {
  const questions = [11_000, atMs].map((askedMs) => ({ page: 'A', token: 'otto#1', atMs: askedMs }))
  return { answers: [answer({ atMs: 12_000 })], questions }
}

/** Support begins to look at Ida’s account after the first answer. */
function twoAnswers(): Partial<Evidence> {
  return { answers: [answer({ atMs: 12_000 }), answer({ user: 'otto', askedMs: 12_500, atMs: 13_000 })] }
}

describe('the flags of an event', () => {
  const newer = sent({ version: 4, atMs: 11_000 })
  const late = { ...stored, atMs: 75_000 }
  const ofNobody = { ...late, user: 'anonymous' }

  it.each<[string, Verdict, Partial<Stored>, Call, Partial<Evidence>]>([
    ['the version that was shown', 'right', {}, call, { flags: [sent(), newer] }],
    ['a later version than the one shown', 'wrong', { plan: 'ida 4' }, call, { flags: [sent(), newer] }],
    ['none, although some were shown', 'wrong', { plan: undefined }, call, {}],
    ['those of another user', 'wrong', { plan: 'otto 3' }, call, { flags: [sent({ user: 'otto' })] }],
    ['those of another user, which the page showed', 'wrong', { plan: 'otto 3' }, { ...call, plan: 'otto 3' }, {}],
    ['the version that came next', 'right', { plan: 'ida 4' }, withoutFlags, { flags: [newer] }],
    [
      'a version that was sent only later',
      'wrong',
      { plan: 'ida 4' },
      withoutFlags,
      { flags: [{ ...newer, atMs: 12_000 }] },
    ],
    ['none, and who-am-i confirmed no user', 'right', { ...ofNobody, plan: undefined }, resolving, { answers: [] }],
    [
      'those of another user, and none was confirmed',
      'wrong',
      { ...ofNobody, plan: 'ida 3' },
      resolving,
      { answers: [] },
    ],
    ['none, although they came', 'wrong', { plan: undefined }, withoutFlags, { flags: [newer] }],
    ['none, and another user signed in first', 'right', { plan: undefined }, withoutFlags, anotherUser('A', 10_500)],
    ['none, and the same user signed in again', 'wrong', { plan: undefined }, withoutFlags, sameUser()],
    ['none, and another user signed in later', 'wrong', { plan: undefined }, withoutFlags, anotherUser('A', 15_000)],
    [
      'none, and a page of another user was open',
      'right',
      { ...late, plan: undefined },
      withoutFlags,
      anotherUser('B', 20_000),
    ],
    [
      'none too soon, and a page of another user was open',
      'wrong',
      { plan: undefined },
      withoutFlags,
      anotherUser('B', 9_000),
    ],
    ['none after a minute', 'wrong', { ...late, plan: undefined }, withoutFlags, { flags: [newer] }],
    ['none, and three polls failed', 'right', { plan: undefined }, withoutFlags, failures(3)],
    ['none, and two polls failed', 'wrong', { plan: undefined }, withoutFlags, failures(2)],
    [
      'none, and the page showed that',
      'right',
      { plan: undefined },
      { ...withoutFlags, flagsStatus: 'failed' },
      failures(3),
    ],
    ['some, although the page showed none', 'wrong', {}, { ...withoutFlags, flagsStatus: 'failed' }, failures(3)],
    [
      'none, and the network was down',
      'right',
      { plan: undefined },
      withoutFlags,
      { flags: [], offline: [[9_000, 11_000]] },
    ],
  ])('an event with %s is %s', (_, verdict, event, made, more) => {
    expect(judged(event, [made], more)).toEqual(verdict === 'right' ? [] : ['wrong flags'])
  })

  it('an event does not have a later version than its page showed to this user after the event', () => {
    const next: Call = { ...call, name: 'event 2', atMs: 10_500 }
    const both = [
      { ...stored, plan: 'ida 4' },
      { ...stored, name: 'event 2' },
    ]
    const flags = [sent(), newer]
    expect(judged({}, [withoutFlags, next], { stored: both, flags })).toEqual(['wrong flags'])
    const early = [
      { ...stored, plan: 'ida 3' },
      { ...stored, name: 'event 2' },
    ]
    expect(judged({}, [withoutFlags, next], { stored: early, flags })).toEqual([])
    const elsewhere: Call = { ...next, page: 'B' }
    expect(
      judged({}, [withoutFlags, elsewhere], {
        ...{ stored: both, flags, answers: [answer(), answer({ page: 'B' })] },
        questions: [{ ...opened, page: 'B' }],
      }),
    ).toEqual([])
  })

  function anotherUser(page: string, atMs: number): Partial<Evidence> {
    const [token, user] = ['otto#1', 'otto']
    const answers = [answer(), answer({ page, token, user, atMs: atMs + 100 })]
    return { questions: [{ page, token, atMs }], answers, flags: [newer] }
  }

  function sameUser(): Partial<Evidence> {
    const token = 'ida#2'
    const answers = [answer(), answer({ token, atMs: 10_600 })]
    return { questions: [{ page: 'A', token, atMs: 10_500 }], answers, flags: [newer] }
  }

  function failures(number: number): Partial<Evidence> {
    const failed = Array.from({ length: number }, () => sent({ version: 'failed' }))
    return { flags: [...failed, sent()] }
  }
})

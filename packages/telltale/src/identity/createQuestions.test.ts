import { describe, expect, it } from 'vitest'
import { fakePlatform } from '../testing/fakePlatform.ts'
import { createTokenDigests } from '../core/tokenDigests.ts'
import type { Questions } from '../core/host.ts'
import { createQuestions } from './createQuestions.ts'

const byId = ({ all }: Questions, id: string) => all.find((question) => question.id === id)

function setUp() {
  const platform = fakePlatform()
  const lifetime = new AbortController()
  const tokenDigests = createTokenDigests(platform)
  const questions = createQuestions({ ...platform, tokenDigests, page: 'p', signal: lifetime.signal })
  /** Begins a question with a token, a second after the one before. */
  async function ask(token: string, isAwaited = false) {
    await platform.clock.advance(1_000)
    const question = questions.begin()
    questions.name(question, token)
    if (isAwaited) questions.expect(question)
    question.isAsking = isAwaited
    return question
  }
  return { platform, questions, tokenDigests, ask, lifetime }
}

describe('the questions of a page', () => {
  it('events belong to the latest question, and an answer to an earlier one settles only its own', async () => {
    const { questions, ask } = setUp()
    const first = await ask('support', true)
    const second = await ask('support')
    questions.settle(first, { id: 'ida', impersonator: 'sam' })
    expect(questions.now()).toMatchObject({ id: second.id, isOpen: true })
    expect(byId(questions, first.id)?.owner).toEqual({ id: 'ida', impersonator: 'sam' })
    questions.settle(second, { id: 'support' })
    expect(questions.now().owner).toEqual({ id: 'support' })
  })

  it('a question is aborted by the next one unless events wait for it', async () => {
    const { ask } = setUp()
    const [unawaited, awaited] = [await ask('a'), await ask('b', true)]
    await ask('c')
    expect([unawaited, awaited].map(({ isOpen, controller }) => [isOpen, controller.signal.aborted])).toEqual([
      [false, true],
      [true, false],
    ])
  })

  it('a question whose request has failed is over when the next one begins, although events wait for it', async () => {
    const { ask } = setUp()
    const failed = await ask('a', true)
    failed.isAsking = false
    await ask('a')
    expect(failed.isOpen).toBe(false)
  })

  it('the questions of a page of many questions for which events wait, the oldest and the latest two stay open', async () => {
    const { ask } = setUp()
    const all = []
    for (const token of ['a', 'b', 'c', 'd', 'e']) all.push(await ask(token, true))
    expect(all.map(({ isOpen }) => isOpen)).toEqual([true, false, false, true, true])
  })

  it('a question is recognised by a digest of its token, whatever its salt', async () => {
    const { questions, tokenDigests, ask } = setUp()
    const question = await ask('ida')
    const { storage } = fakePlatform()
    const elsewhere = createTokenDigests({ storage, random: { number: () => 0, uuid: () => 'salt' } })
    expect(questions.isOf(question, tokenDigests.of('ida'))).toBe(true)
    expect(questions.isOf(question, elsewhere.of('ida'))).toBe(true)
    expect(questions.isOf(question, elsewhere.of('otto'))).toBe(false)
    expect(questions.isOf(questions.begin(), tokenDigests.of('ida'))).toBe(false)
  })

  it('events belong to nobody after the page has given up, until the question is answered', async () => {
    const { questions, ask } = setUp()
    const question = await ask('ida', true)
    questions.giveUp()
    expect(questions.now()).toMatchObject({ owner: {}, isOpen: false })
    expect(question.isOpen).toBe(true)
    questions.settle(question, { id: 'ida' })
    expect(questions.now().owner).toEqual({ id: 'ida' })
  })

  it('listeners are called after each answer, and only the latest 100 questions are remembered', async () => {
    const { questions, ask } = setUp()
    let answers = 0
    questions.watch(() => (answers += 1))
    const first = await ask('first')
    for (let count = 0; count < 100; count += 1) questions.settle(await ask('next'), {})
    expect([answers, byId(questions, first.id)]).toEqual([100, undefined])
  })

  it('the end of the page aborts the open questions', async () => {
    const { ask, lifetime } = setUp()
    const question = await ask('ida')
    lifetime.abort()
    expect(question.controller.signal.aborted).toBe(true)
  })
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlayer, STEP_MS } from './player.ts'
import { meterLine, type Story } from './story.ts'

const BEFORE = { token: 'of grace' }
const says = () => 'A sentence.'

function setUp({ mayRun = true, kept }: { mayRun?: boolean; kept?: Map<string, string> } = {}) {
  const items = kept ?? new Map<string, string>()
  const played: string[] = []
  const act = (name: string) => async () => {
    played.push(name)
    return { funnelNow: played.length }
  }
  const story: Story = {
    id: 'one',
    title: 'One',
    steps: [
      { says, play: act('first') },
      { says, reloads: true },
      { says, play: act('third') },
    ],
  }
  const failing: Story = { id: 'bad', title: 'Bad', steps: [{ says, play: () => Promise.reject(new Error('no')) }] }
  const reload = vi.fn()
  const clean = vi.fn()
  let leave = () => undefined as unknown
  const player = createPlayer({
    stories: [story, failing],
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    ...{ reload, clean, mayRun: () => mayRun, before: () => BEFORE, onLeave: (listener) => void (leave = listener) },
  })
  const now = () => {
    const playing = player.get()
    return playing && `${playing.step} ${playing.status}`
  }
  return { ...player, story, failing, played, reload, clean, leave: () => leave(), items, now }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('steps follow one another, and the story goes on in the next page', async () => {
  const { start, story, now, reload, items } = setUp()
  start(story)
  await vi.advanceTimersByTimeAsync(0)
  expect(now()).toBe('0 ready')
  await vi.advanceTimersByTimeAsync(STEP_MS)
  expect(now()).toBe('1 ready')
  expect(reload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(STEP_MS)
  expect(reload).toHaveBeenCalledTimes(1)

  const following = setUp({ kept: items })
  await vi.advanceTimersByTimeAsync(0)
  expect([following.now(), following.played]).toEqual(['2 ready', ['third']])
  expect(items.size).toBe(0)
})

test('a story that is paused goes on by hand, and each step is played once', async () => {
  const { start, toggle, next, story, now, played } = setUp()
  start(story)
  // Not before the step is ready.
  next()
  await vi.advanceTimersByTimeAsync(0)
  toggle()
  await vi.advanceTimersByTimeAsync(10 * STEP_MS)
  expect([now(), played]).toEqual(['0 ready', ['first']])
  next()
  await vi.advanceTimersByTimeAsync(0)
  expect(now()).toBe('1 ready')
  toggle()
  toggle()
  await vi.advanceTimersByTimeAsync(10 * STEP_MS)
  expect(now()).toBe('1 ready')
})

test('a story does not run by itself where motion is reduced', async () => {
  const { start, story, now } = setUp({ mayRun: false })
  start(story)
  await vi.advanceTimersByTimeAsync(10 * STEP_MS)
  expect(now()).toBe('0 ready')
})

test('a story that fails says so, and one that is ended puts everything back', async () => {
  const { start, end, failing, story, now, clean } = setUp()
  start(failing)
  await vi.advanceTimersByTimeAsync(0)
  expect(now()).toBe('0 failed')
  start(story)
  end()
  await vi.advanceTimersByTimeAsync(STEP_MS)
  expect(now()).toBeUndefined()
  expect(clean).toHaveBeenCalledTimes(1)
})

test('a page that is left in the middle of a story puts everything back', async () => {
  const { start, leave, story, clean } = setUp()
  leave()
  expect(clean).not.toHaveBeenCalled()
  start(story)
  leave()
  expect(clean).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ before: BEFORE }))
})

test('a story that loads the page again goes on with what it has to put back', async () => {
  const { start, next, leave, story, clean } = setUp({ mayRun: false })
  start(story)
  await vi.advanceTimersByTimeAsync(0)
  next()
  await vi.advanceTimersByTimeAsync(0)
  next()
  leave()
  expect(clean).not.toHaveBeenCalled()
  const following = setUp({
    kept: new Map([
      ['rental-desk.story', JSON.stringify({ id: 'one', step: 2, isRunning: false, facts: { before: BEFORE } })],
    ]),
  })
  following.leave()
  expect(following.clean).toHaveBeenCalledExactlyOnceWith({ before: BEFORE })
})

test.each(['', '{', '5', '{"id":"one"}', '{"id":"gone","step":1,"facts":{}}'])(
  'a kept story %j is no story',
  (text) => {
    expect(setUp({ kept: new Map([['rental-desk.story', text]]) }).now()).toBeUndefined()
  },
)

test('the line of the meter counts what has arrived, and at whom', () => {
  const quotes = ['1', '2', '3'].map((id) => ({ id, person: 'ada' }))
  const arrived = [
    { id: '1', identity: { id: 'ada' }, properties: {} },
    { id: '2', identity: { id: 'ben' }, properties: {} },
  ]
  expect(meterLine({ quotes, arrived })).toBe('3 tracked, 2 arrived, 1 at the wrong person.')
})

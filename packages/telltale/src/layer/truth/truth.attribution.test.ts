import { describe, expect, it } from 'vitest'
import type { EventIdentity } from '../../core/model/event.ts'
import { play } from './truthHistory.suite.ts'
import { expectTruth, expectTruthShown, isOfApplication } from './truthJudge.suite.ts'
import { userOf } from './truthLog.suite.ts'
import type { Step } from './truthStep.suite.ts'

// Whose event it is while one token belongs to several people in turn, who-am-i is slow or fails, and pages end. In each history,
// `ida#1` is signed in on the first page. `nobody` stands for an event that has no user.

const late: Step = { do: 'break', what: 'whoAmI', how: 'late' }
const down: Step = { do: 'break', what: 'whoAmI', how: 'down' }
const lost: Step = { do: 'break', what: 'whoAmI', how: 'lost' }
const mend: Step = { do: 'mend', what: 'whoAmI' }
const answer: Step = { do: 'answer' }
const track: Step = { do: 'track' }
const leave: Step = { do: 'leave' }
const crash: Step = { do: 'crash' }
const wait = (ms: number): Step => ({ do: 'wait', ms })
type View = 'support' | 'sam as ida' | 'sam as ida of bobs' | 'sam as otto'
/** The application asks who-am-i: support staff have one token for all customers whose view they take. */
const refresh = (as: View, tracking = false): Step => ({
  do: 'sign in',
  as,
  tracking,
})
const page = (as: View | 'otto'): Step => ({ do: 'open tab', as })
/** A page that remembers this view, and is left before the next one. */
const remembered = (as: 'support' | 'sam as ida'): Step[] => [refresh(as), wait(10), leave]

const AT_BOBS = 'sam as ida of organization bobs'
const nameOf = (identity: EventIdentity) => (identity.id === undefined ? 'nobody' : userOf(identity))

async function outcomesOf(steps: readonly Step[]) {
  const history = { steps }
  const played = await play(history, expectTruthShown)
  expectTruth(history, played)
  return [...played.world.stored.values()]
    .filter(isOfApplication)
    .sort((one, other) => Number(one.name) - Number(other.name))
    .map(({ identity, properties }) => `${nameOf(identity)}, ${String(properties['LDFF: plan'] ?? 'no flags')}`)
}

describe('an event has the company that its user had when it was tracked', () => {
  it.each<[string, Step[], string[]]>([
    [
      'when the company changes in the running page',
      [refresh('sam as ida'), wait(10), track, refresh('sam as ida of bobs', true), wait(10), track],
      ['sam as ida, sam as ida 1', ...Array<string>(2).fill(`${AT_BOBS}, ${AT_BOBS} 1`)],
    ],
    [
      'when the company changes while who-am-i is slow',
      [...remembered('sam as ida'), late, page('sam as ida'), track, refresh('sam as ida of bobs'), answer],
      ['sam as ida, sam as ida 1'],
    ],
    [
      'when another company than that of the answer is remembered',
      [...remembered('sam as ida'), late, page('sam as ida of bobs'), track, answer, wait(10)],
      [`${AT_BOBS}, ${AT_BOBS} 1`],
    ],
    [
      'or has no user when its page is left and the next one is told another company',
      [...remembered('sam as ida'), late, page('sam as ida'), track, leave, mend, page('sam as ida of bobs')],
      ['nobody, no flags'],
    ],
  ])('%s', async (_title, steps, expected) => {
    expect(await outcomesOf(steps)).toEqual(expected)
  })
})

describe('an event from before an impersonation keeps its user', () => {
  it.each<[string, Step[], string[]]>([
    [
      'when the view changes while who-am-i is slow',
      [...remembered('sam as ida'), late, page('sam as ida'), track, refresh('sam as otto'), answer],
      ['sam as ida, sam as ida 1'],
    ],
    [
      'when nobody is remembered',
      [late, page('support'), track, refresh('sam as otto'), answer],
      ['support, no flags'],
    ],
    [
      'when its page is left and the next one is told the same view',
      [...remembered('sam as ida'), late, page('sam as ida'), track, leave, mend, page('sam as ida')],
      ['sam as ida, sam as ida 1'],
    ],
    [
      'or has no user when its page is left and the next one is told another view',
      [...remembered('sam as ida'), late, page('sam as ida'), track, leave, mend, page('sam as otto')],
      ['nobody, no flags'],
    ],
    [
      'when another tab is told the next view before its own page has an answer',
      [
        ...remembered('support'),
        late,
        page('support'),
        track,
        page('sam as otto'),
        { do: 'answer', which: 'newest' },
        wait(2_000),
        answer,
      ],
      ['support, support 1'],
    ],
    [
      'when who-am-i fails before the view changes',
      [
        ...remembered('support'),
        late,
        page('support'),
        track,
        down,
        refresh('support'),
        wait(10),
        mend,
        refresh('sam as otto'),
        answer,
      ],
      ['support, support 1'],
    ],
    [
      'when its page has crashed, and the next page is told its view first and another one later',
      [
        ...remembered('support'),
        late,
        page('support'),
        wait(10),
        track,
        crash,
        mend,
        page('support'),
        refresh('sam as otto'),
      ],
      ['support, support 1'],
    ],
  ])('%s', async (_title, steps, expected) => {
    expect(await outcomesOf(steps)).toEqual(expected)
  })
})

describe('an event after the application has asked again waits for the answer', () => {
  it.each<[string, Step[], string[]]>([
    [
      'when impersonation begins',
      [refresh('support'), wait(10), late, refresh('sam as otto', true), answer],
      ['sam as otto, sam as otto 1'],
    ],
    [
      'when the view changes',
      [refresh('sam as ida'), wait(10), late, refresh('sam as otto', true), answer],
      ['sam as otto, sam as otto 1'],
    ],
    [
      'when impersonation ends',
      [refresh('sam as ida'), wait(10), late, refresh('support', true), answer],
      ['support, support 1'],
    ],
    [
      'when nothing has changed',
      [refresh('support'), wait(10), late, refresh('support', true), answer],
      ['support, support 1'],
    ],
    [
      'when the view is remembered only',
      [...remembered('support'), late, page('support'), refresh('sam as otto', true), answer],
      ['sam as otto, sam as otto 1'],
    ],
    [
      'when the first attempt is lost',
      [refresh('support'), wait(10), lost, refresh('sam as otto'), wait(10), track, mend, wait(30_000)],
      ['sam as otto, sam as otto 1'],
    ],
    [
      'after a page whose question was never answered has been left',
      [refresh('support'), wait(10), late, refresh('sam as otto', true), leave, mend, page('sam as otto')],
      ['nobody, no flags'],
    ],
  ])('%s', async (_title, steps, expected) => {
    expect(await outcomesOf(steps)).toEqual(expected)
  })
})

describe('while who-am-i fails for a moment', () => {
  it.each<[string, Step[], string[]]>([
    [
      'an event of a first visit gets its user and the flags of that user',
      [down, { do: 'sign in', as: 'otto', tracking: true }, wait(300), mend, wait(30_000)],
      ['otto, otto 1'],
    ],
    [
      'an event gets its user and the flags when the application asks again',
      [down, { do: 'sign in', as: 'otto', tracking: true }, wait(300), mend, { do: 'sign in', as: 'otto' }],
      ['otto, otto 1'],
    ],
    [
      'a remembered user stays, with the flags',
      [
        { do: 'sign in', as: 'otto' },
        wait(10),
        leave,
        down,
        page('otto'),
        wait(10),
        track,
        wait(30_000),
        track,
        mend,
        wait(30_000),
      ],
      ['otto, otto 1', 'otto, otto 1'],
    ],
    [
      'an event of a remembered user is not given away after the page is left',
      [{ do: 'sign in', as: 'otto' }, wait(10), leave, down, page('otto'), wait(10), track, leave, mend, page('otto')],
      ['otto, otto 1'],
    ],
    [
      'events have no user after a minute, and those from before still wait for theirs',
      [
        down,
        { do: 'sign in', as: 'otto', tracking: true },
        ...Array.from({ length: 4 }, () => wait(30_000)),
        track,
        mend,
        wait(30_000),
      ],
      ['otto, otto 1', 'nobody, anonymous 1'],
    ],
  ])('%s', async (_title, steps, expected) => {
    expect(await outcomesOf(steps)).toEqual(expected)
  })
})

describe('what a page was told counts for the pages after it, as much as a confirmation does', () => {
  const fileLate: Step = { do: 'break', what: 'file', how: 'late' }
  const fileWell: Step = { do: 'mend', what: 'file' }
  /** A page that remembers the view of Ida, of which nothing says whether it is open, is left before its answer. The view is Otto's by then. */
  const left: Step[] = [
    ...remembered('sam as ida'),
    ...[
      { do: 'impersonate', as: 'sam as otto' } as const,
      late,
      fileLate,
      { do: 'open tab', as: 'sam as ida' } as const,
    ],
    ...[{ do: 'impersonate', as: 'sam as otto' } as const, { do: 'leave', tracking: true } as const, mend, fileWell],
  ]
  const told = (as: View): Step[] => [{ do: 'impersonate', as }, page(as), wait(10), leave]

  it.each<[string, string, Step[]]>([
    ['one page is told another user than was shown', 'nobody', [...told('sam as otto'), ...told('sam as ida')]],
    [
      'several pages are told another user',
      'nobody',
      [...told('sam as otto'), ...told('support'), ...told('sam as otto'), ...told('sam as ida')],
    ],
    ['the first page is told the user who was shown', 'sam as ida', [...told('sam as ida'), ...told('sam as otto')]],
  ])('%s: the event is of %s', async (_, owner, steps) => {
    expect((await outcomesOf([...left, ...steps])).map((outcome) => outcome.replace(/,.*/, ''))).toEqual([owner])
  })
})

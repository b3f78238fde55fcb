import { expect, it } from 'vitest'
import { play, type History } from './truthHistory.suite.ts'
import { expectTrueExposures } from './truthExposure.suite.ts'
import {
  expectHandedOverOnce,
  expectOneTruth,
  expectOrder,
  expectTrueScript,
  expectTruth,
  expectTruthShown,
  isExposure,
  isOfApplication,
} from './truthJudge.suite.ts'
import type { Step } from './truthStep.suite.ts'

/**
 * The smallest histories in which an event was lost, or was stored with the wrong user or flags. In each, `ida#1` is signed in
 * on the first page and confirmed, and the first version of the flags is in force.
 */
async function playSteps(...steps: readonly Step[]) {
  const history: History = { steps }
  const played = await play(history, expectTruthShown)
  const outcomes = [...played.world.stored.values()]
    .filter(isOfApplication)
    .map(({ name, identity, properties }) => ({ name, identity, plan: properties['LDFF: plan'] }))
    .sort((one, other) => Number(one.name) - Number(other.name))
  return { history, played, outcomes }
}

const late = (what: 'whoAmI' | 'flags'): Step => ({ do: 'break', what, how: 'late' })
const mend = (what: 'whoAmI' | 'flags'): Step => ({ do: 'mend', what })
const answer: Step = { do: 'answer' }
const track: Step = { do: 'track' }
const leave: Step = { do: 'leave' }
const of = (key: string) => ({ accounts: { organization: { key } } })
const ida = { id: 'ida', ...of('acme') }
const otto = { id: 'otto', ...of('bobs') }
const samAsOtto = { id: 'otto', impersonator: 'sam', ...of('bobs') }
const support = { id: 'support', ...of('rental') }

it('events of a page that has crashed keep their order when the next page is hidden at once', async () => {
  const { played } = await playSteps(
    track,
    { do: 'crash', tracking: true },
    { do: 'sign in', as: 'ida', renewal: 1 },
    { do: 'hide' },
  )
  expectOrder(played, played.world.copies)
})

it('an event of a token that is renewed before who-am-i has answered for it is stored with the owner of that token', async () => {
  const renewal = (number: number): Step => ({ do: 'sign in', as: 'ida', renewal: number })
  const { history, played, outcomes } = await playSteps(late('whoAmI'), renewal(2), track, renewal(3), answer)
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
  expectTruth(history, played)
})

it('an event of a token that another person’s token replaces before who-am-i has answered is stored with its own user', async () => {
  const { history, played, outcomes } = await playSteps(
    late('whoAmI'),
    { do: 'sign in', as: 'otto' },
    track,
    { do: 'sign in', as: 'ida', renewal: 2 },
    answer,
  )
  expect(outcomes).toEqual([{ name: '1', identity: otto, plan: undefined }])
  expectTruth(history, played)
})

it('an event of a token that was replaced on a page which then closed is named by a later page that uses the token', async () => {
  const { history, played, outcomes } = await playSteps(
    late('whoAmI'),
    { do: 'sign in', as: 'otto' },
    track,
    { do: 'sign in', as: 'ida', renewal: 2 },
    leave,
    mend('whoAmI'),
    { do: 'open tab', as: 'otto' },
  )
  expect(outcomes).toEqual([{ name: '1', identity: otto, plan: 'otto 1' }])
  expectTruth(history, played)
})

it('an event tracked before the flags have come takes those that come under a renewed token of the same person', async () => {
  const { history, played, outcomes } = await playSteps(
    late('flags'),
    { do: 'sign in', as: 'otto' },
    track,
    { do: 'sign in', as: 'otto', renewal: 2 },
    answer,
  )
  expect(outcomes).toEqual([{ name: '1', identity: otto, plan: 'otto 1' }])
  expectTruth(history, played)
})

it('an event is not stored with a remembered user when who-am-i answers that impersonation has begun', async () => {
  const { history, played, outcomes } = await playSteps(
    { do: 'sign in', as: 'support' },
    leave,
    late('whoAmI'),
    { do: 'open tab', as: 'sam as otto' },
    track,
    { do: 'wait', ms: 2_000 },
    answer,
  )
  expect(outcomes).toEqual([{ name: '1', identity: samAsOtto, plan: 'sam as otto 1' }])
  expectTruth(history, played)
  expectTrueScript(played)
})

it('an event is not stored with a remembered impersonation when who-am-i answers that it has ended', async () => {
  const { history, played, outcomes } = await playSteps(
    { do: 'sign in', as: 'sam as otto' },
    leave,
    late('whoAmI'),
    { do: 'open tab', as: 'support' },
    track,
    { do: 'wait', ms: 2_000 },
    answer,
  )
  expect(outcomes).toEqual([{ name: '1', identity: support, plan: 'support 1' }])
  expectTruth(history, played)
  expectTrueScript(played)
})

it('an event is not stored with the impersonation that another tab knew of before the event, when that tab gets its lazy chunk', async () => {
  const { history, played, outcomes } = await playSteps(
    { do: 'break', what: 'file', how: 'late' },
    { do: 'open tab', as: 'sam as otto' },
    { do: 'wait', ms: 300 },
    late('whoAmI'),
    { do: 'open tab', as: 'support' },
    track,
    { do: 'wait', ms: 300 },
    { do: 'answer', which: 'oldest' },
    { do: 'wait', ms: 2_000 },
    answer,
  )
  expect(outcomes).toEqual([{ name: '1', identity: support, plan: 'support 1' }])
  expectTruth(history, played)
})

it('a vendor’s script does not get a remembered user before who-am-i has confirmed the user', async () => {
  const { played } = await playSteps(leave, late('whoAmI'), { do: 'open tab', as: 'ida' }, answer)
  expectTrueScript(played)
})

it('an event that the application tracks in its own exit listener is stored', async () => {
  const { outcomes } = await playSteps({ do: 'leave', tracking: true })
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
})

it('an event that the application tracks in its own exit listener is stored though the collector cannot be reached', async () => {
  const { outcomes } = await playSteps({ do: 'break', what: 'collector', how: 'lost' }, { do: 'leave', tracking: true })
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
})

it('an event that is tracked in the task in which the page crashes is stored', async () => {
  const { outcomes } = await playSteps({ do: 'crash', tracking: true })
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
})

it('an event keeps the user that its page had confirmed when a later page of the same token has another user', async () => {
  const { history, played, outcomes } = await playSteps(
    late('flags'),
    { do: 'sign in', as: 'sam as otto', tracking: true },
    leave,
    { do: 'open tab', as: 'support' },
  )
  expect(outcomes).toEqual([{ name: '1', identity: samAsOtto, plan: undefined }])
  expectTruth(history, played)
})

it('an event that is tracked with a remembered user has the flags of that moment, not those of the confirmation', async () => {
  const { history, played, outcomes } = await playSteps(
    leave,
    late('whoAmI'),
    { do: 'open tab', as: 'ida' },
    track,
    { do: 'change flags' },
    answer,
  )
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
  expectTruth(history, played)
})

it('an event under impersonation does not have the flags that the browser keeps for the customer', async () => {
  const { history, played, outcomes } = await playSteps(leave, late('flags'), {
    do: 'sign in',
    as: 'sam as ida',
    tracking: true,
  })
  expect(outcomes).toEqual([{ name: '1', identity: { ...ida, impersonator: 'sam' }, plan: 'sam as ida 1' }])
  expectTruth(history, played)
})

it('an event of a remembered user whose token is replaced before who-am-i answers keeps the flags that were shown', async () => {
  const { history, played, outcomes } = await playSteps(late('whoAmI'), { do: 'open tab', renewal: 1 }, track, {
    do: 'sign in',
    as: 'otto',
    renewal: 1,
  })
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
  expectTruth(history, played)
})

it('an event that is tracked in the exit of a page whose database has not opened is handed to a vendor’s script once', async () => {
  const { played, outcomes } = await playSteps({ do: 'open tab', as: 'ida' }, { do: 'leave', tracking: true })
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
  expectHandedOverOnce(played)
})

/** A page opens that remembers Otto and has no flags of his. They arrive after the event and before who-am-i has answered. */
const beforeConfirmation: readonly Step[] = [
  { do: 'break', what: 'flags', how: 'lost' },
  { do: 'sign in', as: 'otto' },
  leave,
  late('flags'),
  late('whoAmI'),
  { do: 'open tab', as: 'otto' },
  track,
  { do: 'answer', which: 'oldest' },
  mend('flags'),
]
const whoAmIFails: readonly Step[] = [
  { do: 'break', what: 'whoAmI', how: 'down' },
  { do: 'sign in', as: 'otto' },
  { do: 'wait', ms: 2_000 },
  mend('whoAmI'),
]

it('an event of a remembered user keeps the flags of its page when who-am-i fails there and a later page has other flags', async () => {
  const { history, played, outcomes } = await playSteps(
    ...beforeConfirmation,
    ...whoAmIFails,
    leave,
    { do: 'change flags' },
    { do: 'open tab', as: 'otto' },
  )
  expect(outcomes).toEqual([{ name: '1', identity: otto, plan: 'otto 1' }])
  expectTruth(history, played)
})

it('an event of a remembered user keeps its flags when another person signs in before who-am-i has answered', async () => {
  const { history, played, outcomes } = await playSteps(...beforeConfirmation, { do: 'sign in', as: 'ida' }, answer)
  expect(outcomes).toEqual([{ name: '1', identity: otto, plan: 'otto 1' }])
  expectTruth(history, played)
})

it('an event of a remembered user keeps its flags when who-am-i fails once and then answers in the same page', async () => {
  const { history, played, outcomes } = await playSteps(
    ...beforeConfirmation,
    ...whoAmIFails,
    { do: 'change flags' },
    late('whoAmI'),
    { do: 'sign in', as: 'otto' },
    answer,
  )
  expect(outcomes).toEqual([{ name: '1', identity: otto, plan: 'otto 1' }])
  expectTruth(history, played)
})

it('an event belongs to the user whom its question named, although who-am-i then fails and answers that impersonation has begun', async () => {
  const { history, played, outcomes } = await playSteps(
    { do: 'sign in', as: 'support' },
    leave,
    late('whoAmI'),
    { do: 'open tab', as: 'support' },
    track,
    { do: 'break', what: 'whoAmI', how: 'down' },
    { do: 'sign in', as: 'support' },
    { do: 'wait', ms: 2_000 },
    mend('whoAmI'),
    { do: 'impersonate', as: 'sam as otto' },
    { do: 'sign in', as: 'sam as otto' },
  )
  expect(outcomes).toEqual([{ name: '1', identity: support, plan: 'support 1' }])
  expectTruth(history, played)
  expectTrueScript(played)
})

it('an event of a token for which who-am-i fails is stored with its user once who-am-i answers', async () => {
  const { history, played, outcomes } = await playSteps(
    { do: 'break', what: 'whoAmI', how: 'lost' },
    { do: 'sign in', as: 'otto', tracking: true },
    mend('whoAmI'),
    { do: 'sign in', as: 'otto' },
  )
  expect(outcomes).toEqual([{ name: '1', identity: otto, plan: 'otto 1' }])
  expectTruth(history, played)
})

it('a load event has its user if its page ends after who-am-i has answered and before the flags have come', async () => {
  const { history, played } = await playSteps(late('flags'), { do: 'open tab', as: 'ida' }, leave)
  expect([...played.world.stored.values()].slice(0, 2).map(({ identity }) => identity)).toEqual([ida, ida])
  expectTruth(history, played)
})

it('the next page delivers an event with its flags, although another page was opened while the disk hung', async () => {
  const { history, played } = await playSteps(
    { do: 'disk', is: 'hangs' },
    { do: 'hide', tracking: true },
    { do: 'open tab', as: 'ida', renewal: 1 },
  )
  expectOneTruth(played)
  expectTruth(history, played)
})

it('an event is kept once the disk has room again, although the page found no room for its flags before', async () => {
  const { outcomes } = await playSteps(
    { do: 'disk', is: 'refuses' },
    leave,
    { do: 'break', what: 'file', how: 'late' },
    { do: 'hide' },
    { do: 'disk', is: 'well' },
    { do: 'leave', tracking: true },
  )
  expect(outcomes).toEqual([{ name: '1', identity: ida, plan: 'ida 1' }])
})

it('the first copy of an event has its user, although the disk was full when the user became known', async () => {
  const { history, played, outcomes } = await playSteps(
    late('whoAmI'),
    { do: 'hide', tracking: true, refreshing: true },
    { do: 'disk', is: 'refuses' },
    { do: 'sign in', as: 'otto', renewal: 1 },
  )
  expect(outcomes).toEqual([
    { name: '1', identity: ida, plan: 'ida 1' },
    { name: '2', identity: otto, plan: 'otto 1' },
  ])
  expectTruth(history, played)
  expectOneTruth(played)
})

it('a second copy of an event has the flags of the first one, although two tabs were open during a sleep', async () => {
  const { played } = await playSteps(
    { do: 'open tab', as: 'ida', renewal: 1 },
    { do: 'break', what: 'flags', how: 'down' },
    { do: 'switch tab' },
    { do: 'hide' },
    { do: 'sign in', as: 'stranger', renewal: 1 },
    track,
    { do: 'sleep', ms: 3_600_000 },
    { do: 'open tab', renewal: 1 },
  )
  expectOneTruth(played)
})

it('a page that comes back from the back/forward cache sends no other version of an event that another page has delivered', async () => {
  const { played } = await playSteps(
    { do: 'break', what: 'whoAmI', how: 'down' },
    { do: 'sign in', as: 'ida', renewal: 1 },
    late('whoAmI'),
    { do: 'cache', tracking: true },
    track,
    answer,
    { do: 'uncache' },
    { do: 'sign in', as: 'support', tracking: true },
    { do: 'cache' },
    { do: 'uncache' },
    { do: 'hide' },
  )
  expectOneTruth(played)
})

it('an event has the flags that its user was shown first, although its question is answered under another token and the flags change', async () => {
  const { history, played, outcomes } = await playSteps(
    late('whoAmI'),
    { do: 'sign in', as: 'ida', renewal: 3, tracking: true },
    { do: 'sign in', as: 'ida', renewal: 1, tracking: true },
    { do: 'answer', which: 'oldest' },
    { do: 'sign in', as: 'ida', renewal: 2, tracking: true },
    { do: 'sign in', as: 'ida', renewal: 1, tracking: true },
    { do: 'change flags' },
  )
  expect(outcomes[0]).toEqual({ name: '1', identity: ida, plan: 'ida 1' })
  expectTruth(history, played)
})

it('a page does not say that nobody is signed in before who-am-i has failed for 5 s, although its return has cut a pause short', async () => {
  await playSteps(
    { do: 'break', what: 'whoAmI', how: 'down' },
    { do: 'sign in', as: 'ida', renewal: 2 },
    { do: 'wait', ms: 2_300 },
    { do: 'come back' },
    { do: 'wait', ms: 1_000 },
    { do: 'come back' },
  )
})

it('a variation that is shown again after the next question is recorded, although the exposure of the question before is dropped', async () => {
  const { played } = await playSteps(
    late('whoAmI'),
    { do: 'sign in', as: 'ida', renewal: 1, tracking: true },
    mend('whoAmI'),
    { do: 'sign in', as: 'ida', renewal: 1, tracking: true },
    track,
    { do: 'sign in', as: 'ida', renewal: 2, tracking: true },
  )
  expectTrueExposures(played)
})

// Such a page has no lazy chunk, which completes events. The exposure that it has left is dropped, because a later one is recorded by then.
it('an exposure of a page that ends before its lazy chunk has loaded has the time of the first one', async () => {
  const { played } = await playSteps({ do: 'break', what: 'file', how: 'late' }, { do: 'open tab' }, track, leave, {
    do: 'leave',
    tracking: true,
  })
  const stored = [...played.world.stored.values()]
  const [first] = stored.filter(({ name }) => name === '1')
  const times = stored.filter(isExposure).map(({ at }) => at)
  expect(Math.min(...times)).toBeLessThanOrEqual(first?.at ?? 0)
})

it('the next variation of the same version of a flag is recorded', async () => {
  const { played } = await playSteps(track, { do: 'change flags' }, { do: 'wait', ms: 10 }, track)
  expectTrueExposures(played)
  const recorded = [...played.world.stored.values()].filter(isExposure).map(({ properties }) => properties['version'])
  expect(recorded).toEqual([1, 1])
})

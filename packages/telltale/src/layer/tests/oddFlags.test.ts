import { expect, it } from 'vitest'
import {
  BROKEN_CONNECTIONS,
  GOOD_BODIES,
  ODD_STATUSES,
  ODD_TYPES,
  OTHER_JSON,
  OTHER_OBJECTS,
  UNREADABLE_BODIES,
  watchRejections,
  type OddAnswer,
} from '../../testing/oddAnswers.suite.ts'
import { fakeFlagService } from '../../testing/fakeFlagService.ts'
import { fakeStream } from '../../testing/fakeTransport.ts'
import { createTelltaleAtOnce, launchDarklyAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { sandboxSettings } from './sandboxSettings.suite.ts'
import { oddBrowser, PERSONAL, rowsOf } from './oddAnswers.suite.ts'

const ANSWERS: readonly OddAnswer[] = [
  ...GOOD_BODIES,
  { title: 'a type with parameters', type: 'application/json;charset="UTF-8"', body: (good) => good },
  {
    title: 'a flag that comes twice: the last one counts',
    body: (good) => `{"color":{"value":"red"},${good.slice(1)}`,
  },
  { title: 'a flag that is no flag beside others', body: (good) => `{"other":5,"more":null,${good.slice(1)}` },
]

/** The protocol has status 200 and JSON, and nothing else is an answer. */
const FAILURES: readonly OddAnswer[] = [
  ...UNREADABLE_BODIES,
  ...OTHER_JSON,
  ...OTHER_OBJECTS,
  ...ODD_TYPES,
  ...ODD_STATUSES,
  ...BROKEN_CONNECTIONS,
]

async function playAnswer(odd: OddAnswer) {
  const browser = oddBrowser()
  const before = browser.open()
  await before.wait(2_000)
  await before.leave()
  const silent = browser.logged.length
  browser.servers.flags.odd = odd
  browser.servers.flags.good = browser.servers.flags.good.replace('blue', 'green').replace('"version":1', '"version":2')
  const page = browser.open()
  page.telltale.track('a')
  await page.wait(60_000)
  const meanwhile = page.color()
  const lines = browser.logged.slice(silent)
  await page.leave()
  browser.servers.flags.odd = undefined
  const after = browser.open()
  const first = after.color()
  await after.wait(60_000)
  const shown = [meanwhile, first, after.color()]
  after.telltale.close()
  expect(browser.arrived()).toEqual(['a of ida'])
  expect(browser.logged.filter((line) => PERSONAL.test(line))).toEqual([])
  expect(await browser.rejections()).toEqual([])
  expect({}).not.toHaveProperty('isAdmin')
  return { shown, lines }
}

it.each(rowsOf(ANSWERS))('flags: %s is an answer', async (_, odd) => {
  const { shown, lines } = await playAnswer(odd)
  expect(shown).toEqual(['green', 'green', 'green'])
  expect(lines).toEqual([])
})

it('flags: a value that is nested deeply is missing, and the other flags and the events arrive', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const { shown, lines } = await playAnswer({
    title: 'deep',
    body: (good) => `{"other":{"value":${deep},"version":1},${good.slice(1)}`,
  })
  // Such flags are not kept for the next visit.
  expect(shown).toEqual(['green', 'none', 'green'])
  expect(lines).toEqual([])
})

it.each(rowsOf(FAILURES))(
  'flags: %s is no answer: the flags of the last visit stay, and it is said once',
  async (_, odd) => {
    const { shown, lines } = await playAnswer(odd)
    expect(shown).toEqual(['blue', 'blue', 'green'])
    expect(lines.filter((line) => /\(T(8[6-9]|9[0-2]|184)\)/.test(line))).toHaveLength(1)
  },
)

/** A message of the stream has one line of data here. */
const DATA = [...UNREADABLE_BODIES, ...OTHER_JSON, ...OTHER_OBJECTS].flatMap(({ title, body }) => {
  const data = body('{"color":{"value":"green","version":2}}')
  return typeof data === 'string' && data.trim() !== '' && !/[\r\n]/.test(data) ? [{ title, data }] : []
})
const STREAMED = DATA.flatMap(({ title, data }) =>
  ['put', 'patch', 'delete', 'ping', 'other'].map((event) => ({ event, title, data })),
)
async function playMessage({ event, data }: { event: string; data: string }) {
  const service = fakeFlagService({ color: { value: 'blue', version: 1 } })
  const { platform } = service
  const stream = fakeStream()
  service.answers.stream = { status: 200, chunks: stream.chunks }
  const send = async (type: string, text: string) => {
    stream.push(`event: ${type}\ndata: ${text}\n\n`)
    await platform.settle()
  }
  const rejections = watchRejections()
  const layer = createTelltaleAtOnce(
    {
      ...sandboxSettings,
      auth: { token: () => null },
      flags: launchDarklyAtOnce({ clientSideId: 'env', streaming: true, diagnosticOptOut: true, fetchGoals: false }),
    },
    platform,
  )
  await platform.clock.advance(1_000)
  await send(event, data)
  layer.track('a')
  await platform.clock.advance(5_000)
  const color = layer.flags.variation('color', 'none')
  await send('patch', '{"key":"color","value":"red","version":3}')
  const after = layer.flags.variation('color', 'none')
  layer.close()
  expect(await rejections.end()).toEqual([])
  return { shown: [color, after], logged: platform.logged }
}

it.each(STREAMED)('stream: $event with $title changes no flag, and the next message is read', async (message) => {
  const { shown, logged } = await playMessage(message)
  expect(shown).toEqual(['blue', 'red'])
  const isInvalid = ['put', 'patch', 'delete'].includes(message.event)
  expect(logged.filter((line) => line.includes('(T95)'))).toHaveLength(isInvalid ? 1 : 0)
})

it('flags: an empty object is an answer: the user has no flags', async () => {
  const { shown, lines } = await playAnswer({ title: 'no flags', body: () => '{}' })
  expect(shown).toEqual(['none', 'none', 'green'])
  expect(lines.filter((line) => line.includes('(T90)'))).toEqual([])
})

it.each([
  ['an object with a message', '{"message":"maintenance"}', 'blue'],
  ['entries that are not flags', '{"a":5,"b":null}', 'blue'],
  ['no entry', '{}', 'none'],
])('stream: a put with %s is judged as a poll is', async (_, data, expected) => {
  const { shown } = await playMessage({ event: 'put', data })
  expect(shown[0]).toBe(expected)
})

// What is expected: types are compared without regard to case.
it.each(['Application/JSON', 'APPLICATION/JSON; charset=utf-8'])('flags: the type %s is JSON', async (type) => {
  const { shown } = await playAnswer({ title: type, type, body: (good) => good })
  expect(shown).toEqual(['green', 'green', 'green'])
})

/** Whether goals are a list is all that is known of them. */
const isOther = ({ title }: OddAnswer) => OTHER_OBJECTS.some((one) => one.title === title)

it.each(
  rowsOf([
    ...UNREADABLE_BODIES,
    ...OTHER_JSON,
    ...OTHER_OBJECTS,
    ...GOOD_BODIES,
    ...ODD_STATUSES,
    ...ODD_TYPES,
    ...BROKEN_CONNECTIONS,
  ]),
)('goals: %s breaks nothing', async (_, odd) => {
  const browser = oddBrowser()
  browser.servers.goals.odd = odd
  const page = browser.open()
  page.telltale.track('a')
  await page.wait(60_000)
  expect(browser.servers.goals.requests).toHaveLength(1)
  if (isOther(odd)) expect(browser.logged).toEqual([expect.stringContaining('(T103)')])
  expect([page.who(), page.color()]).toEqual(['ida', 'blue'])
  expect(browser.arrived()).toEqual(['a of ida'])
  expect(browser.logged.filter((line) => PERSONAL.test(line))).toEqual([])
  page.telltale.close()
  expect(await browser.rejections()).toEqual([])
})

it.each([
  '[null,1,"x",[],{}]',
  '[{"kind":"pageview","urls":[null,5,{}]}]',
  '[{"kind":"click","key":5,"selector":5,"urls":[{"kind":"regex","pattern":"("}]}]',
  '[{"kind":"pageview","key":"a","urls":[{"kind":"substring","substring":null}]}]',
  '[{"kind":"pageview","key":"a","urls":[{"kind":"regex","pattern":{"a":1}}]}]',
  '[{"kind":"pageview","key":"a","urls":[{"kind":"substring","substring":{}}]}]',
])('goals: the list %s breaks nothing', async (list) => {
  const browser = oddBrowser()
  browser.servers.goals.good = list
  const page = browser.open()
  page.telltale.track('a')
  await page.wait(60_000)
  expect([page.who(), page.color()]).toEqual(['ida', 'blue'])
  expect(browser.arrived()).toEqual(['a of ida'])
  page.telltale.close()
  expect(await browser.rejections()).toEqual([])
})

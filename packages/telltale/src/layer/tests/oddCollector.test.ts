import { expect, it } from 'vitest'
import {
  BROKEN_CONNECTIONS,
  GOOD_BODIES,
  ODD_STATUSES,
  ODD_TYPES,
  OTHER_JSON,
  OTHER_OBJECTS,
  UNREADABLE_BODIES,
  type OddAnswer,
} from '../../testing/oddAnswers.suite.ts'
import { oddBrowser, PERSONAL, rowsOf } from './oddAnswers.suite.ts'

const isPage = ({ title, type }: OddAnswer) => title === 'a page' || type === 'text/html'
/** A 2xx that is no page is a receipt, whatever it says. */
const isReceipt = ({ title, status = 200, end, ...rest }: OddAnswer) =>
  status <= 299 && !end && !isPage({ title, status, ...rest })

const ALL: readonly OddAnswer[] = [
  ...UNREADABLE_BODIES,
  ...OTHER_JSON,
  ...OTHER_OBJECTS,
  ...GOOD_BODIES,
  ...ODD_STATUSES,
  ...ODD_TYPES,
  ...BROKEN_CONNECTIONS,
]

async function playAnswer(odd: OddAnswer) {
  const browser = oddBrowser()
  browser.servers.collector.odd = odd
  const page = browser.open()
  page.telltale.track('a')
  await page.wait(90_000)
  const before = browser.arrived()
  browser.servers.collector.odd = undefined
  await page.wait(90_000)
  await page.leave()
  const after = browser.open()
  await after.wait(5_000)
  after.telltale.close()
  expect(new Set(browser.arrived())).toEqual(new Set(['a of ida']))
  expect(browser.logged.filter((line) => PERSONAL.test(line))).toEqual([])
  expect(await browser.rejections()).toEqual([])
  return { before: before.length, all: browser.arrived().length, logged: browser.logged }
}

it.each(rowsOf(ALL.filter(isReceipt)))('collector: %s is a receipt: the event is sent once', async (_, odd) => {
  expect(await playAnswer(odd)).toMatchObject({ before: 1, all: 1 })
})

it.each(rowsOf(ALL.filter((odd) => !isReceipt(odd) && odd.type !== 'text/html')))(
  'collector: %s is no receipt: the event is kept, sent again until there is one, and it is said',
  async (_, odd) => {
    const { before, all, logged } = await playAnswer(odd)
    expect(before).toBeGreaterThan(1)
    expect(all).toBe(before + 1)
    expect(logged.filter((line) => /\(T(67|72|73|74)\)/.test(line)).length).toBeGreaterThan(0)
  },
)

it.each(rowsOf(ALL.filter(({ status = 200, type }) => type === 'text/html' && status > 299)))(
  'collector: %s is no receipt: the event is sent again',
  async (_, odd) => {
    const { before, all } = await playAnswer(odd)
    expect(before).toBeGreaterThan(1)
    expect(all).toBe(before + 1)
  },
)

// What is expected: `ok`, as the frameworks of many servers send it by default, is a receipt whatever its type.
it.each(['text/html', 'text/html; charset=utf-8'])(
  'collector: the word ok of the type %s is a receipt',
  async (type) => {
    expect(await playAnswer({ title: 'ok', type, body: () => 'ok' })).toMatchObject({ before: 1, all: 1 })
  },
)

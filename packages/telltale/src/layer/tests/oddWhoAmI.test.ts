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

/** Any 2xx with an identity is an answer, and the identity is read whatever the type says. */
const isAnswer = ({ title }: OddAnswer) => title.endsWith('with the answer')

const ANSWERS: readonly OddAnswer[] = [
  ...GOOD_BODIES,
  ...ODD_TYPES,
  ...ODD_STATUSES.filter(isAnswer),
  {
    title: 'a field that comes twice: the last one counts',
    body: (good) => `{"unique_identity":"otto",${good.slice(1)}`,
  },
  { title: 'a megabyte less a little', body: (good) => `${good.slice(0, -1)},"more":"${'x'.repeat(900_000)}"}` },
]
/** The API of an application that is asked without a user answers so. */
const NOBODY: readonly OddAnswer[] = [
  { title: 'status 204', status: 204, body: () => '' },
  { title: 'null', body: () => 'null' },
  { title: 'null and a line end', body: () => ' null\n' },
  { title: 'an object without fields', body: () => '{}' },
  { title: 'an object without fields, with spaces', body: () => '{ }\r\n' },
]
const saysNobody = ({ title }: OddAnswer) => NOBODY.some((answer) => title.includes(answer.title))
const FAILURES: readonly OddAnswer[] = [
  ...UNREADABLE_BODIES,
  ...OTHER_JSON.filter((answer) => String(answer.body('')) !== 'null'),
  ...OTHER_OBJECTS.filter((answer) => String(answer.body('')).trim() !== '{}'),
  ...ODD_STATUSES.filter((answer) => !isAnswer(answer) && !saysNobody(answer)),
  ...BROKEN_CONNECTIONS,
  { title: 'an identity that is a list', body: () => '{"unique_identity":["otto"]}' },
  { title: 'an identity that is a fraction', body: () => '{"unique_identity":1.5}' },
  { title: 'an answer of two megabytes', body: (good) => `${good.slice(0, -1)},"more":"${'x'.repeat(2_000_000)}"}` },
]

it.each(rowsOf(ANSWERS))('who-am-i: %s is an answer', async (_, odd) => {
  const browser = oddBrowser()
  browser.servers.whoAmI.odd = odd
  const page = browser.open()
  page.telltale.track('a')
  await page.wait(2_000)
  expect(page.who()).toBe('ida')
  expect(browser.arrived()).toEqual(['a of ida'])
  expect(browser.logged.filter((line) => PERSONAL.test(line))).toEqual([])
  page.telltale.close()
  expect(await browser.rejections()).toEqual([])
  expect({}).not.toHaveProperty('isAdmin')
})

it.each(rowsOf(NOBODY))('who-am-i: %s says that nobody is signed in, at once', async (_, odd) => {
  const browser = oddBrowser()
  const before = browser.open()
  await before.wait(2_000)
  await before.leave()
  browser.servers.whoAmI.odd = odd
  const page = browser.open()
  page.telltale.track('a')
  await page.wait(1_000)
  page.telltale.track('b')
  await page.wait(2_000)
  expect(page.telltale.identity.current.get()).toMatchObject({ status: 'unknown', reason: 'signed-out' })
  // The first one was tracked while the remembered user was shown, and belongs to the answer.
  expect(browser.arrived()).toEqual(['a of nobody', 'b of nobody'])
  expect(browser.logged).toEqual([])
  await page.leave()
  // It is not remembered either.
  browser.servers.whoAmI.odd = { title: 'hangs', end: 'hangs', body: () => '' }
  const after = browser.open()
  await after.wait(100)
  expect(after.telltale.identity.current.get().status).toBe('resolving')
  after.telltale.close()
})

it.each(rowsOf(FAILURES))(
  'who-am-i: %s is no answer: a remembered user stays for a minute, and events wait for an answer',
  async (_, odd) => {
    const browser = oddBrowser()
    const before = browser.open()
    await before.wait(2_000)
    await before.leave()
    browser.servers.whoAmI.odd = odd
    const page = browser.open()
    page.telltale.track('a')
    await page.wait(12_000)
    expect([page.who(), page.color()]).toEqual(['ida', 'blue'])
    expect(browser.arrived()).toEqual([])
    const said = browser.logged.filter((line) => /\(T(49|5[0-2]|139|141)\)/.test(line))
    expect(said).toHaveLength(1)
    await page.wait(120_000)
    if (odd.end !== 'hangs') expect(page.who()).toBe('unknown')
    page.telltale.track('b')
    await page.leave()
    browser.servers.whoAmI.odd = undefined
    const after = browser.open()
    await after.wait(120_000)
    expect(after.who()).toBe('ida')
    // What was tracked while the page showed nobody has no user.
    const owner = odd.end === 'hangs' ? 'ida' : 'nobody'
    expect([...new Set(browser.arrived())].sort()).toEqual(['a of ida', `b of ${owner}`])
    expect(browser.logged.filter((line) => PERSONAL.test(line))).toEqual([])
    after.telltale.close()
    expect(await browser.rejections()).toEqual([])
  },
)

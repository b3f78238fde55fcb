import { axeViolations } from '../desk/axeViolations.ts'
import { alterStream } from './alteredStream.ts'
import { happen, tell } from './happenings.ts'
import { uuidOf } from './uuidOf.ts'
import { expect, test } from './test.ts'

// The page's Content Security Policy blocks axe-core.
test.use({ bypassCSP: true })

/** Invalid values that make each view fail. */
const UNBEARABLE = [
  { name: 'Live', pane: 'Events', message: 'history', path: ['events', '0', 'event', 'identity'], value: null },
  { name: 'Flags', pane: 'Flags', message: 'state', path: ['environments', '0', 'flags'], value: [null] },
  { name: 'People', pane: 'People', message: 'state', path: ['users', '0', 'identity'], value: null },
  { name: 'Connections', pane: 'Tabs', message: 'connections', path: ['connections', 'polls'], value: null },
  { name: 'Faults', pane: 'Faults', message: 'state', path: ['state', 'faults'], value: { length: 0 } },
  { name: 'Charts', pane: 'Events per second', message: 'state', path: ['state', 'counts'], value: null },
]

for (const { name, pane, message, path, value } of UNBEARABLE)
  test(`when the ${name} view fails, it shows an error, the other views still work, and it can be tried again`, async ({
    console,
    services,
    complaints,
  }) => {
    const { page } = console
    await happen(services, { id: 'a' })
    await tell(services, { steps: [['a', 'happened']] })
    const inState = message === 'state' && path[0] !== 'state' ? ['state', ...path] : path
    const stream = await alterStream(page, { message, path: inState, value })
    const other = name === 'Faults' ? 'Flags' : 'Faults'
    const parts = page.getByRole('navigation', { name: 'Parts' })
    const broken = page.getByRole('alert').filter({ hasText: `${name} cannot be shown` })
    await console.open(name.toLowerCase())
    await expect(broken).toContainText('The other views still work')
    expect(await axeViolations(page, '[role=alert]')).toEqual([])

    // The other views work, and returning to the failed view tries again.
    await parts.getByRole('link', { name: other }).click()
    await expect(console.pane(other)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await parts.getByRole('link', { name }).click()
    await expect(broken).toBeVisible()
    await parts.getByRole('link', { name: other }).click()
    await stream.heal()
    await parts.getByRole('link', { name }).click()
    await expect(console.pane(pane)).toBeVisible()

    // The button tries again. The first attempt fails.
    await stream.breakAgain()
    await expect(broken).toBeVisible()
    await broken.getByRole('button', { name: 'Try again' }).click()
    await expect(broken).toBeVisible()
    await stream.heal()
    await broken.getByRole('button', { name: 'Try again' }).click()
    await expect(console.pane(pane)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    // The error is also logged to the browser's console.
    complaints.allow(/TypeError/)
  })

/** Invalid values that make parts above the views fail. */
const ABOVE = [
  { name: 'The top bar', message: 'connections', path: ['connections', 'totals'] },
  { name: 'Notices', message: 'state', path: ['state', 'flagsFile', 'problems'] },
]

for (const { name, message, path } of ABOVE)
  test(`when "${name}" above the views fails, the views still work, and it can be tried again`, async ({
    console,
    complaints,
  }) => {
    const { page } = console
    const stream = await alterStream(page, { message, path, value: null })
    const broken = page.getByRole('status').filter({ hasText: `${name} cannot be shown` })
    const parts = page.getByRole('navigation', { name: 'Parts' })
    const whole = page.getByRole('banner').getByRole('button', { name: 'Keys and filters' })
    await console.open('flags')
    await expect(broken).toContainText('TypeError')
    await expect(console.pane('Flags')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
    await parts.getByRole('link', { name: 'People' }).click()
    await expect(console.pane('People')).toBeVisible()
    await expect(broken).toBeVisible()

    await broken.getByRole('button', { name: 'Try again' }).click()
    await expect(broken).toBeVisible()
    await stream.heal()
    await broken.getByRole('button', { name: 'Try again' }).click()
    await expect(broken).toHaveCount(0)
    await expect(whole).toBeVisible()
    complaints.allow(/TypeError/)
  })

test('a flag that cannot be shown does not affect the list of flags and the other flags', async ({
  console,
  complaints,
}) => {
  const { page } = console
  await alterStream(page, {
    message: 'state',
    path: ['state', 'environments', '0', 'flags', '0', 'rules'],
    value: [{ clauses: 1 }],
  })
  complaints.expect(/TypeError/)
  await console.open('flags')
  await expect(page.getByRole('alert')).toContainText('cannot be shown')
  await console.pane('Flags').getByRole('button', { name: 'quote-layout' }).click()
  await expect(console.pane('quote-layout').getByRole('textbox', { name: 'Variation 1' })).toBeVisible()
})

test('charts that failed to load are loaded again', async ({ console, complaints }) => {
  const { page } = console
  await console.open('live')
  await page.route(/assets\/ChartsView.*\.js/, (route) => route.abort())
  const parts = page.getByRole('navigation', { name: 'Parts' })
  await parts.getByRole('link', { name: 'Charts' }).click()
  const broken = page.getByRole('alert').filter({ hasText: 'Charts cannot be shown' })
  await expect(broken).toBeVisible()
  await page.unroute(/assets\/ChartsView.*\.js/)
  await broken.getByRole('button', { name: 'Try again' }).click()
  await expect(console.pane('Events per second')).toBeVisible()
  complaints.expect(/ERR_FAILED/, /Failed to fetch dynamically imported module/)
})

test('an invalid time is shown as a number', async ({ console, services }) => {
  const nanoseconds = 1_795_228_800_000_000_000
  await happen(services, { id: 'a' })
  await tell(services, { steps: [['a', 'happened']] })
  await alterStream(console.page, { message: 'history', path: ['events', '0', 'event', 'at'], value: nanoseconds })
  await console.open(`live/${uuidOf('a')}`)
  await expect(console.rows).toContainText(String(nanoseconds))
  await expect(console.pane('Quote sent')).toContainText('tracked')
})

test('a flag with nulls and unexpected shapes is shown', async ({ console }) => {
  const { page } = console
  const odd = {
    key: 'odd',
    version: 1,
    on: true,
    variations: ['a', null],
    offVariation: null,
    description: null,
    fallthrough: { variation: 0, rollout: null },
    rules: [
      {
        clauses: [{ op: 'segmentMatch', values: [null, 1], negate: null, contextKind: null, attribute: null }],
        variation: null,
        rollout: { variations: [{ variation: 0, weight: 100_000 }], bucketBy: null },
      },
      { clauses: [], variation: 0, rollout: null },
    ],
    targets: [{ variation: 0, values: [1042, null], contextKind: null }],
    contextTargets: [{ variation: 1, values: [7] }],
    prerequisites: [{}],
    clientSideAvailability: {},
    salt: 'odd',
  }
  await alterStream(page, { message: 'state', path: ['state', 'environments', '0', 'flags', '0'], value: odd })
  await console.open('flags/odd')
  const editor = console.pane('odd')
  await expect(editor).toContainText('1042')
  await editor.getByRole('textbox', { name: 'Description' }).fill('edited')
  await editor.getByRole('button', { name: 'Remove variation 2' }).click()
  await expect(editor).toContainText('Unsaved changes')
  await editor.getByRole('tab', { name: 'JSON' }).click()
  await expect(editor.locator('.cm-content')).toContainText('"edited"')
})

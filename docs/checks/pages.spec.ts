import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import { RULES_OF_COLOURS, violationsNow } from '../../e2e/desk/axeViolations.ts'
import { pages, test } from './site.ts'

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../dist${path}`, import.meta.url)), 'utf8')
// More parts of a narrow page scroll, and its menu is another one: these rules can find something that the wide page has not.
const RULES_OF_WIDTH = [
  ...RULES_OF_COLOURS,
  'scrollable-region-focusable',
  'aria-hidden-focus',
  'button-name',
  'link-name',
  'target-size',
]
const withoutNotFound = pages.filter((path) => path !== '/404.html')

for (const path of pages)
  test(`axe finds no violation in either colour scheme and at 390 px on ${path}, which does not scroll sideways, and nothing complains`, async ({
    page,
    site,
    complaints,
  }) => {
    await page.addInitScript(() => localStorage.setItem('starlight-theme', 'light'))
    await page.goto(site.url + path)
    expect(await violationsNow(page), 'light').toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'scrolls sideways').toBe(390)
    // Blocks of code become focusable when a script has noticed that they scroll.
    await expect.poll(() => violationsNow(page, 'html', { runOnly: RULES_OF_WIDTH }), 'narrow').toEqual([])
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'dark'))
    expect(await violationsNow(page, 'html', { runOnly: RULES_OF_COLOURS }), 'dark').toEqual([])
    expect(complaints).toEqual([])
  })

test('each page is there as Markdown with its title, and llms.txt lists it', () => {
  const contents = read('/llms.txt')
  for (const path of withoutNotFound) {
    const file = path === '/' ? '/index.md' : `${path.replace(/\/$/, '')}.md`
    expect(read(file), file).toMatch(/^# \S.*\n\n> \S/)
    expect(contents).toContain(`](${file}): `)
  }
})

test('the Markdown of a page has what the build has put into it, the text of its drawing, and no buttons of its live example', () => {
  expect(read('/reference/settings.md')).toContain('`events.maxBytes`')
  expect(read('/start/outbox.md')).toContain('The record of an event lists')
  expect(read('/start/outbox.md')).not.toContain('Cut the network\n\n0')
})

test('code in the tables of the Markdown keeps its spaces', () => {
  expect(read('/guides/coming-from-segment.md')).toContain('`analytics.identify(id, traits)`')
})

test('each page leads to the licences of the packages whose code is in the site, with their texts', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/guides/react/`)
  const href = await page.getByRole('link', { name: 'Licences of the software in this site' }).getAttribute('href')
  expect(href).toBe('/third-party-licenses.txt')
  const text = read('/third-party-licenses.txt')
  // Scripts of live examples, those of Starlight, what Astro and Expressive Code put into the HTML, style sheets, the search, and the fonts.
  const names = ['preact', '@astrojs/starlight', 'astro', '@expressive-code/core', 'pagefind']
  names.push('@fontsource-variable/instrument-sans', '@fontsource-variable/jetbrains-mono')
  for (const name of names) expect(text).toMatch(new RegExp(`^## ${name} - \\d`, 'm'))
  for (const name of ['preact', '@fontsource-variable/jetbrains-mono', '@astrojs/starlight', 'astro'])
    expect(text).toContain(
      readFileSync(fileURLToPath(new URL(`../../node_modules/${name}/LICENSE`, import.meta.url)), 'utf8').trim(),
    )
})

test('an unknown address leads to a page that says so', async ({ page, site }) => {
  const response = await page.goto(`${site.url}/nowhere/`)
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
})

test('the search finds a message without a service', async ({ page, site, complaints }) => {
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('captive portal')
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Messages' }).first()).toBeVisible()
  expect(await violationsNow(page)).toEqual([])
  expect(complaints).toEqual([])
})

const ANSWERS = {
  visitor: '/start/identity/',
  'visitor signs up': '/start/identity/',
  redirect: '/guides/events/',
  Cypress: '/guides/end-to-end-tests/',
  Mixpanel: '/guides/writing-a-destination/',
  Stripe: '/guides/events/',
  consent: '/guides/consent/',
  SSO: '/guides/auth-libraries/',
  replay: '/guides/page-views-and-sessions/',
  // Questions of those who use it.
  Storybook: '/guides/testing/',
  'redirect in click handler': '/guides/events/',
  'Server Component': '/guides/next/',
  'anonymous visitor signs up': '/start/identity/',
  'property on every event': '/guides/events/',
  'remove e-mails': '/guides/event-steps/',
  'first-party proxy': '/guides/own-domain/',
  'LaunchDarkly React migrate': '/guides/launchdarkly-react-3/',
  codemod: '/guides/codemods/',
  'Mixpanel destination': '/guides/writing-a-destination/',
  'watch a flag outside React': '/guides/without-a-framework/',
  'web worker': '/',
  'Safari private mode': '/trust/browsers/',
  'iOS app switch': '/trust/browsers/',
  RxJS: '/guides/signals/',
  // Questions of those who choose it.
  sampling: '/guides/page-views-and-sessions/',
  'data volume': '/guides/sizing-a-collector/',
  cost: '/guides/sizing-a-collector/',
  GDPR: '/guides/privacy/',
  'delete a user': '/guides/retention-and-deletion/',
  'trace id': '/guides/page-views-and-sessions/',
  Sentry: '/guides/page-views-and-sessions/',
  'session expired': '/guides/auth-libraries/',
  'back-channel logout': '/guides/auth-libraries/',
  experiment: '/guides/run-an-experiment/',
  'exposure warehouse': '/guides/querying-events/',
  'who maintains': '/trust/versioning/',
  SLA: '/trust/versioning/',
  'support window': '/trust/versioning/',
  'browser extension': '/trust/browsers/',
  iframe: '/trust/browsers/',
  'web view': '/trust/browsers/',
  'join server events': '/guides/server-rendering/',
  'schema registry': '/guides/run-a-collector/',
  'breaking change in CI': '/guides/run-a-collector/',
  drift: '/guides/run-a-collector/',
  BigQuery: '/guides/parquet-files/',
  Kafka: '/guides/kafka/',
  'SQL schema': '/guides/choosing-a-store/',
  upgrade: '/guides/upgrading-a-collector/',
  rollback: '/guides/upgrading-a-collector/',
  'bundle size': '/trust/benchmarks/',
}

for (const [words, path] of Object.entries(ANSWERS))
  test(`the page that answers is among the first three that a search for ${words} finds, with its section`, async ({
    page,
    site,
    complaints,
  }) => {
    await page.goto(`${site.url}/guides/react/`)
    await page.keyboard.press('Control+K')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill(words)
    const first = dialog.locator('[data-results] > li:nth-child(-n + 3)')
    await expect(first.locator(`a[href="${path}"], a[href^="${path}#"]`).first()).toBeVisible()
    expect(complaints).toEqual([])
  })

for (const words of ['T42', '(T42)', 't42'])
  test(`a search for ${words}, the code of a message, leads to its entry`, async ({ page, site, complaints }) => {
    await page.goto(`${site.url}/reference/messages/`)
    await page.getByRole('button', { name: 'Search' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('searchbox').fill(words)
    await dialog.getByRole('link').first().click()
    await expect(page).toHaveURL(`${site.url}/reference/messages/#t42`)
    await expect(dialog).toBeHidden()
    await expect(page.locator(':target')).toContainText('Unknown settings are ignored: …. (T42)')
    await expect(page.locator(':target')).toBeInViewport()
    expect(complaints).toEqual([])
  })

test('on a telephone, the home page has a menu of all parts of the site', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('.sidebar-pane').getByRole('link', { name: 'Console', exact: true }).click()
  await expect(page).toHaveURL(`${site.url}/reference/console/`)
})

test('on a wide screen, the home page has no list of pages beside it', async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 844 })
  await page.goto(site.url)
  await expect(page.locator('.sidebar-pane')).toBeHidden()
  const { x = 0, width = 0 } = (await page.locator('.hero').boundingBox()) ?? {}
  expect(Math.abs(x + width / 2 - 640)).toBeLessThan(10)
})

test('an excerpt of the search does not repeat the heading above it', async ({ page, site }) => {
  await page.goto(site.url)
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByRole('dialog').getByRole('searchbox').fill('identity')
  const sections = page.getByRole('dialog').locator('ol ul a')
  await expect(sections.first()).toBeVisible()
  const repeated = await sections.evaluateAll((links) =>
    links.flatMap((link) => {
      const [title = '', excerpt = ''] = ['strong', 'span'].map((part) => link.querySelector(part)?.textContent ?? '')
      const [start = ''] = excerpt.split('. ')
      return excerpt.startsWith(title) || title.endsWith(start) ? [title] : []
    }),
  )
  expect(repeated).toEqual([])
})

test('on a telephone, a row of a table of text is a block with the headings of its columns', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [path, text] of [
    ['/reference/settings/', 'app.name'],
    ['/guides/coming-from-segment/', 'analytics.reset()'],
    ['/reference/api/telltale/', 'epoch'],
  ] as const) {
    await page.goto(site.url + path)
    const cells = page.locator('tr', { hasText: text }).first().locator('td')
    const [first, second] = [await cells.nth(0).boundingBox(), await cells.nth(1).boundingBox()]
    expect(second?.x, path).toBe(first?.x)
    expect(await cells.nth(1).getAttribute('data-label'), path).toBeTruthy()
    const headings = page.locator('table', { hasText: text }).first().locator('th')
    await expect(headings.nth(0), path).toBeVisible()
    await expect(headings.nth(1), path).toBeHidden()
  }
})

test('on a telephone, a table of two columns whose rows are blocks keeps its headings', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.url}/guides/init/`)
  const table = page.locator('table.stacks', { hasText: 'What it is for' })
  await expect(table.getByText('What it is for', { exact: true })).toBeVisible()
  const [first, second] = await Promise.all([0, 1].map((index) => table.locator('tbody td').nth(index).boundingBox()))
  expect(second?.x).toBe(first?.x)
})

test('the sidebar shows the link of the page that is open', async ({ page, site }) => {
  await page.goto(`${site.url}/trust/versioning/`)
  await expect(page.locator('.sidebar-pane [aria-current="page"]')).toBeInViewport()
})

test('the Markdown of the messages has their codes, with the words of the console', () => {
  const messages = read('/reference/messages.md')
  expect(messages).toContain('`Unknown settings are ignored: …. (T42)`')
  expect(messages).toMatch(/^\| \[T42\]\(#t42\) +\|/m)
  expect(messages).toMatch(/^\| \[T31\]\(#t31\) +\| `client side id is not set!` +\|/m)
  expect(read('/llms.txt')).toMatch(/\]\(\/reference\/messages\.md\): .*code/)
})

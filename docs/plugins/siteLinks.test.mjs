import { expect, test } from 'vitest'
import { siteAddress } from './siteLinks.mjs'

const page = 'docs/src/content/docs/trust/decisions.md'

test.each([
  ['https://example.com/a.md', 'https://example.com/a.md'],
  ['#vendors', '#vendors'],
  ['/start/outbox/', '/start/outbox/'],
  ['./browsers.md#oldest-versions', '/trust/browsers/#oldest-versions'],
  ['../start/outbox.mdx', '/start/outbox/'],
  ['../index.mdx', '/'],
  ['../../../../../ARCHITECTURE.md#the-three-journeys', '/trust/architecture/#the-three-journeys'],
  ['../../../../../bench/RESULTS.md', '/trust/benchmarks/'],
])('the link %s of a page leads to %s on the site', (link, address) => {
  expect(siteAddress(link, page)).toBe(address)
})

test('a link to a file that the site does not have leads nowhere', () => {
  expect(siteAddress('../../../../../packages/telltale/src/index.ts', page)).toBeUndefined()
})

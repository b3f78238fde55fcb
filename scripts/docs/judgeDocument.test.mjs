import { expect, test } from 'vitest'
import { anchorsOf, judgeDocument } from './judgeDocument.mjs'

const there = new Set([
  ...['README.md', 'docs/guide.md', 'docs/shot.png', 'scripts/check.mjs', 'apps'],
  ...['packages/telltale/src/flags', 'packages/telltale/src/flags/flagClient.ts'],
  ...['docs/src/content/docs/guides/testing.md', 'docs/src/content/docs/start/index.mdx'],
])
const ground = {
  exists: (/** @type {string} */ path) => there.has(path.replace(/\/$/, '')),
  fileNames: new Set(['nextIdentity.ts']),
  scripts: ['check', 'test:contract'],
  headings: () => ['what-it-is'],
}

test.each([
  ['README.md', '[guide](docs/guide.md) [guide](./docs/guide.md#what-it-is) [up](#what-it-is)'],
  ['README.md', '![shot](docs/shot.png "a title") <img src="docs/shot.png">'],
  ['README.md', '[elsewhere](https://example.com/missing.md) [mail](mailto:someone@example.com)'],
  ['README.md', '`scripts/check.mjs` and `apps/` and `README.md`'],
  ['README.md', '`flags/flagClient.ts` of the library, its folder `flags/`, and `nextIdentity.ts`, wherever it is'],
  ['README.md', '`npm run check` or npm run test:contract'],
  [
    'README.md',
    '`telltale/flags`, `@telltale/local`, `/collect`, `*.test.ts`, `.cache/x.json`, `a / b`, `<entry>.api.md`',
  ],
  ['README.md', '```\n[not a link](missing.md) `missing.ts`\n```'],
  ['docs/guide.md', '[shot](shot.png) [readme](../README.md) `guide.md`'],
  [
    'docs/src/content/docs/guides/a.md',
    '[a page](/guides/testing/) [its part](/guides/testing/#what-it-is) [first](/start/)',
  ],
])('what %s names is there: %s', (path, text) => {
  expect(judgeDocument(path, text, ground)).toEqual([])
})

test.each([
  ['[guide](docs/gone.md)', '1  The link leads to docs/gone.md, which is not there.'],
  ['\n\n![shot](shots/gone.png)', '3  The link leads to shots/gone.png, which is not there.'],
  ['[guide]: docs/gone.md', '1  The link leads to docs/gone.md, which is not there.'],
  ['<img src="gone.png">', '1  The link leads to gone.png, which is not there.'],
  ['[guide](docs/guide.md#gone)', '1  There is no heading #gone in docs/guide.md.'],
  ['see `scripts/gone.mjs`', '1  There is no scripts/gone.mjs.'],
  ['see `packages/gone/`', '1  There is no packages/gone/.'],
  ['see `gone.ts`', '1  There is no gone.ts.'],
  ['```\nnpm run gone\n```', '2  There is no command "npm run gone".'],
])('what a document names is missing: %s', (text, finding) => {
  expect(judgeDocument('README.md', text, ground)).toEqual([`README.md:${finding}`])
})

test.each([
  ['/guides/gone/', 'The link leads to docs/src/content/docs/guides/gone, which is not there.'],
  ['/guides/testing/#gone', 'There is no heading #gone in docs/src/content/docs/guides/testing.md.'],
])('a page of the site links to what is not there: %s', (target, finding) => {
  const path = 'docs/src/content/docs/guides/a.md'
  expect(judgeDocument(path, `[link](${target})`, ground)).toEqual([`${path}:1  ${finding}`])
})

test('anchors are made of headings as hosts of repositories make them', () => {
  const text = '# What it is\n\n## Who, what & `how`? ##\n```\n# no heading\n```\nno # heading\n### Größe_1'
  expect(anchorsOf(text)).toEqual(['what-it-is', 'who-what--how', 'größe_1'])
})

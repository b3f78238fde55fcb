import { describe, expect, test } from 'vitest'
import { anchorsOf, judgeDocument } from './judgeDocument.mjs'

const there = new Set([
  'README.md',
  'docs/guide.md',
  'docs/shot.png',
  'packages/telltale/src',
  'packages/telltale/src/flags',
  'packages/telltale/src/flags/flagsApi.ts',
  'scripts/check.mjs',
  'apps',
])
const ground = {
  exists: (/** @type {string} */ path) => there.has(path.replace(/\/$/, '')),
  fileNames: new Set(['nextIdentity.ts']),
  scripts: ['check', 'test:contract'],
  headings: () => ['what-it-is'],
}

/** @param {string} text @param {string} [path] */
const judge = (text, path = 'README.md') => judgeDocument(path, text, ground)

describe('a document may name', () => {
  test.each([
    '[guide](docs/guide.md)',
    '[guide](./docs/guide.md#what-it-is)',
    '[up](#what-it-is)',
    '![shot](docs/shot.png "a title")',
    '<img src="docs/shot.png">',
    '[elsewhere](https://example.com/missing.md)',
    '[mail](mailto:someone@example.com)',
    '`scripts/check.mjs` and `apps/` and `README.md`',
    '`flags/flagsApi.ts` of the library and its folder `flags/`',
    'the rule in `nextIdentity.ts`, wherever it is',
    '`npm run check` or npm run test:contract',
    '`telltale/flags`, `@telltale/local`, `/collect`, `*.test.ts`, `.cache/x.json`, `a / b`, `<entry>.api.md`',
    '```\n[not a link](missing.md) `missing.ts`\n```',
  ])('%s', (text) => {
    expect(judge(text)).toEqual([])
  })

  test('a file beside it', () => {
    expect(judge('[shot](shot.png) [readme](../README.md) `guide.md`', 'docs/guide.md')).toEqual([])
  })
})

describe('a document must not name', () => {
  test.each([
    ['[guide](docs/gone.md)', 'README.md:1  The link leads to docs/gone.md, which is not there.'],
    ['\n\n![shot](shots/gone.png)', 'README.md:3  The link leads to shots/gone.png, which is not there.'],
    ['[guide]: docs/gone.md', 'README.md:1  The link leads to docs/gone.md, which is not there.'],
    ['<img src="gone.png">', 'README.md:1  The link leads to gone.png, which is not there.'],
    ['[guide](docs/guide.md#gone)', 'README.md:1  There is no heading #gone in docs/guide.md.'],
    ['see `scripts/gone.mjs`', 'README.md:1  There is no scripts/gone.mjs.'],
    ['see `packages/gone/`', 'README.md:1  There is no packages/gone/.'],
    ['see `gone.ts`', 'README.md:1  There is no gone.ts.'],
    ['```\nnpm run gone\n```', 'README.md:2  There is no command "npm run gone".'],
  ])('%s', (text, finding) => {
    expect(judge(text)).toEqual([finding])
  })
})

test('anchors are made of headings as hosts of repositories make them', () => {
  const text = '# What it is\n\n## Who, what & `how`? ##\n```\n# no heading\n```\nno # heading\n### Größe_1'
  expect(anchorsOf(text)).toEqual(['what-it-is', 'who-what--how', 'größe_1'])
})

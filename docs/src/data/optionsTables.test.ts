import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const page = readFileSync(join(root, 'docs/src/content/docs/reference/settings.mdx'), 'utf8')
const tables = [...page.matchAll(/<OptionsTable\s+file="([^"]+)"\s+name="([^"]+)"/g)]

test('the page of settings has tables', () => expect(tables.length).toBeGreaterThan(5))

test.each(tables.map(([, file = '', name = '']) => [name, file]))('the options %s are declared in %s', (name, file) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(`interface ${name} `)
})

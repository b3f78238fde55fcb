import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { argumentOf, GROUPS } from './options.ts'
import type { OptionSpec } from './optionSpec.ts'

const PAGE = join(import.meta.dirname, '../../../../../docs/src/content/docs/reference/collector-options.md')
const COMMAND = 'npx vitest run --project unit optionsPage -u'

function rowOf([name, spec]: readonly [string, OptionSpec]): string {
  const { kind, takes, does, otherwise, isSecret, of } = spec
  const fallback = spec.default === undefined ? (otherwise ?? '–') : `\`${String(spec.default)}\``
  const sentences = [does, isSecret && 'A secret.', of && `For ${of.map(partText).join(' and ')}.`]
  const cells = [
    `\`${argumentOf(name)} ${takes}\``,
    `\`${name}\`: ${kind.type}`,
    fallback,
    sentences.filter(Boolean).join(' '),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`)).join(' | ')} |`
}

const partText = (part: string) => (part.startsWith('--') ? `\`${part}\`` : part)

const sections = Object.entries(GROUPS).map(([title, group]) =>
  [
    `## ${title}`,
    '',
    '| Argument | In the file | When it is not set | What it is |',
    '| --- | --- | --- | --- |',
    ...Object.entries<OptionSpec>(group).map(rowOf),
  ].join('\n'),
)

test('the page of options has each option of the table, as it is', async () => {
  const page = readFileSync(PAGE, 'utf8')
  const end = page.indexOf(' -->', page.indexOf(COMMAND)) + ' -->'.length
  expect(end, 'The page says how it is written').toBeGreaterThan(1000)
  const made = `${page.slice(0, end)}\n\n${sections.join('\n\n')}\n`
  await expect(made, `The table of options has changed. Write the page: ${COMMAND}`).toMatchFileSnapshot(PAGE)
})

import { test } from '@playwright/test'
import { engineNames } from 'stage/engines/engineNames'
import { writeSection } from '../writeSection.mjs'
import { chosenEngines, headOf, inEachEngine, versionsOf, type Column } from './inEachEngine.ts'
import { cell, playAll } from './measure.ts'
import { telltale } from './sdks.ts'
import type { Outcome } from 'stage/perform'
import { scenarios } from 'stage/scenarios'

// npm run bench -- delivery --engine …: the ten scenarios with Telltale, in each engine.

test('scenarios in each engine', async () => {
  const columns = await inEachEngine(chosenEngines, (engine) => playAll(engine, telltale))
  const text = report(columns)
  console.log(text)
  if (columns.length === engineNames.length) await writeSection('engines', text)
})

const report = (columns: readonly Column<readonly Outcome[]>[]): string =>
  [
    '## Does the event arrive in other engines?',
    '',
    `\`npm run bench -- delivery --engine all\`, ${new Date().toISOString().slice(0, 10)}, ${versionsOf(columns)}, one run of each; cells as in the table above.`,
    'WebKitGTK shares with Safari what runs pages and stores their data, not its network nor its limits of storage.',
    '',
    `| Telltale | ${headOf(columns)} |`,
    `| --- | ${columns.map(() => '---').join(' | ')} |`,
    ...scenarios.map(({ name, title }, index) => {
      const cells = columns.map(({ measured }) => (measured[index] ? cell(measured[index]) : ''))
      return `| ${name}: ${title} | ${cells.join(' | ')} |`
    }),
  ].join('\n')

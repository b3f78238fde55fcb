import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { engineNames } from 'stage/engines/engineNames'
import { writeSection } from '../writeSection.mjs'
import { headOf, inEachEngine, versionsOf } from './inEachEngine.ts'
import { playScenario } from './measure.ts'
import { telltale } from './sdks.ts'
import type { Engine } from 'stage/engines/engine'
import { killAgainAndAgain } from 'stage/killing'
import { scenarios } from 'stage/scenarios'
import { browserVictim } from 'stage/victim'

// npm run bench -- endings: how many events each engine keeps, by the ending of the page, for docs/src/content/docs/trust/browsers.md.
// npm run suite -- exit-rates counts the events of exit listeners.

const PAGE = new URL('../../docs/src/content/docs/trust/browsers.md', import.meta.url)
/** The scenarios in which a page ends. */
const ENDING = ['nav6', 'burst20nav', 'close20', 'offline20', 'twotabs503', 'crash20', 'crashfast']
const KILL_ROUNDS = 10
/** How long to wait for what has not arrived, in milliseconds. */
const PATIENCE_MS = 60_000

interface Count {
  kept: number
  of: number
}

interface Ending {
  title: string
  play(engine: Engine): Promise<Count>
}

const endings: readonly Ending[] = [
  ...scenarios
    .filter(({ name }) => ENDING.includes(name))
    .map((scenario) => ({
      title: scenario.title,
      async play(engine: Engine) {
        const { taken, tracked } = await playScenario(engine, telltale, scenario)
        return { kept: taken, of: tracked }
      },
    })),
  { title: 'ten events, and the whole browser is killed within half a second', play: playKill },
]

async function playKill(engine: Engine): Promise<Count> {
  const profile = mkdtempSync(join(tmpdir(), 'telltale-endings-'))
  const victim = browserVictim(engine, profile)
  const options = { rounds: KILL_ROUNDS, isKeptAsked: false, patienceMs: PATIENCE_MS }
  const { rounds, stored } = await killAgainAndAgain(victim, options)
  rmSync(profile, { recursive: true, force: true })
  const names = rounds.flatMap((round) => round.names)
  return { kept: names.filter((name) => stored.has(name)).length, of: names.length }
}

test('endings', async () => {
  const columns = await inEachEngine(engineNames, async (engine) => {
    const counts: Count[] = []
    for (const { title, play } of endings) {
      const count = await play(engine)
      console.log(`${engine.version}, ${title}: ${cell(count)}`)
      counts.push(count)
    }
    return counts
  })
  const text = [
    `\`npm run bench -- endings\`, ${new Date().toISOString().slice(0, 10)}, ${versionsOf(columns)}.`,
    '',
    `| ending | ${headOf(columns)} |`,
    `| --- | ${columns.map(() => '---:').join(' | ')} |`,
    ...endings.map(
      ({ title }, row) => `| ${title} | ${columns.map(({ measured }) => cell(measured[row])).join(' | ')} |`,
    ),
  ].join('\n')
  console.log(text)
  await writeSection('engines', text, PAGE)
})

const cell = (count: Count | undefined) => (count ? `${count.kept} / ${count.of}` : '')

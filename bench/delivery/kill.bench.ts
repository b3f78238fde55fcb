import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { writeSection } from '../writeSection.mjs'
import { killAgainAndAgain, type Killing, type Round } from 'stage/killing'
import { startEngine } from 'stage/engines/startEngine'
import { browserVictim, contentVictim } from 'stage/victim'

// npm run bench -- kill: SIGKILL at random moments after a burst, in the same profile again and again.

const RENDERER_ROUNDS = 100
const BROWSER_ROUNDS = 30
/** How long to wait for one more event, in milliseconds. */
const PATIENCE_MS = 30_000

test('kill', async () => {
  const engine = await startEngine('chromium')
  const renderer = await killAgainAndAgain(await contentVictim(engine), {
    rounds: RENDERER_ROUNDS,
    isKeptAsked: false,
    patienceMs: PATIENCE_MS,
  })
  const profile = mkdtempSync(join(tmpdir(), 'telltale-killed-'))
  const whole = await killAgainAndAgain(browserVictim(engine, profile), {
    rounds: BROWSER_ROUNDS,
    isKeptAsked: false,
    patienceMs: PATIENCE_MS,
  })
  rmSync(profile, { recursive: true, force: true })
  await engine.close()
  const text = report({ renderer, whole }, engine.version)
  console.log(text)
  await writeSection('kill', text)
})

const report = ({ renderer, whole }: { renderer: Killing; whole: Killing }, version: string) =>
  [
    '## Killed for real',
    '',
    `\`npm run bench -- kill\`, ${new Date().toISOString().slice(0, 10)}, ${version}. A burst of ten events in one task, SIGKILL at a random moment within 500 ms,`,
    'the same profile visited again. Half of the rounds on a page that has only just loaded, half of them while the collector answers 503.',
    '',
    '| killed | rounds | tracked | stored once | stored twice | not stored |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    row('the renderer', renderer),
    row('the whole browser', whole),
    '',
    ...lossesOf(whole),
  ].join('\n')

function row(title: string, { rounds, stored }: Killing): string {
  const names = rounds.flatMap((round) => round.names)
  const times = (wanted: (count: number) => boolean) => names.filter((name) => wanted(stored.get(name) ?? 0)).length
  const [once, twice, never] = [times((n) => n === 1), times((n) => n > 1), times((n) => n === 0)]
  return `| ${title} | ${rounds.length} | ${names.length} | ${once} | ${twice} | ${never} |`
}

/** What the engine had not yet written to disk when the browser was killed, and how far back that goes. */
function lossesOf({ rounds, stored }: Killing): string[] {
  const lostOf = ({ names }: Round) => names.filter((name) => !stored.has(name)).length
  const losing = rounds.filter((round) => lostOf(round) > 0).sort((a, b) => b.afterMs - a.afterMs)
  if (losing.length === 0) return ['The engine had written all of it to disk when the browser was killed.']
  const farthest = Math.max(...losing.map(({ afterMs }) => afterMs))
  return [
    `What the engine had not yet written to disk when the browser was killed goes back ${farthest} ms at most:`,
    '',
    '| killed after, ms | page | collector | not stored |',
    '| ---: | --- | --- | ---: |',
    ...losing.map(
      (round) =>
        `| ${round.afterMs} | ${round.isWarm ? 'up for a while' : 'just loaded'} | ${round.isDown ? '503' : 'healthy'} | ${lostOf(round)} of ${round.names.length} |`,
    ),
  ]
}

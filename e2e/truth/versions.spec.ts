import type { Engine } from 'stage/engines/engine'
import { judge, type Violation } from './judge.ts'
import { countEvents, judgeHistories, type Judged, wrongIn } from './judgeHistories.ts'
import type { Version } from './page/startTruthPage.ts'
import { type Played, playHistory } from './playHistory.ts'
import { takenOver } from './takenOver.ts'
import { versionsHistoryOf } from './versionSteps.ts'
import { expect, test } from '../delivery/test.ts'

// Old tabs stay open for days after a deployment, and deployments are rolled back. What the pages of today's library and of the version
// before track in one browser is stored once.

/**
 * The version before decides in `localStorage` who continues a session and who a visitor was. A page sees late there what another one has
 * written, and today's pages cannot mend that: it is not judged.
 */
const NOT_JUDGED: readonly Violation['kind'][] = ['wrong session', 'wrong visitor']

/** What is wrong, with the version of the page that has tracked the event. */
function judgeVersions(played: Played): Violation[] {
  const pages = new Map(played.calls.map(({ name, page }) => [name, page]))
  return judge(played)
    .filter(({ kind }) => !NOT_JUDGED.includes(kind))
    .map((violation) => {
      const page = pages.get(violation.name)
      const version = page === undefined ? undefined : played.versions.get(page)
      return { ...violation, details: { page, version, ...violation.details } }
    })
}

/** In which order pages of both versions are opened at the end. */
const visitsOf = (seed: number): readonly Version[] => (seed % 2 === 0 ? ['today', 'before'] : ['before', 'today'])

function printRow(engine: Engine, judged: readonly Judged[]) {
  const sum = (countIn: (one: Judged) => number) => judged.reduce((total, one) => total + countIn(one), 0)
  const count = (kinds: readonly string[]) =>
    sum(({ violations }) => violations.filter(({ kind }) => kinds.includes(kind)).length)
  const trackedBy = (version: Version) =>
    sum(({ played: { calls, versions } }) => calls.filter(({ page }) => versions.get(page) === version).length)
  const takenOverBy = (version: Version) => sum(({ played }) => takenOver(played, version).length)
  const row = {
    engine: engine.version,
    histories: judged.length,
    events: countEvents(judged),
    lost: count(['lost']),
    doubled: count(['doubled']),
    'wrong otherwise': sum(({ violations }) => violations.length) - count(['lost', 'doubled']),
    'tracked by today’s pages': trackedBy('today'),
    'by pages of the version before': trackedBy('before'),
    'taken over by today’s pages alone': takenOverBy('today'),
    'by pages of the version before alone': takenOverBy('before'),
  }
  const lines = [Object.keys(row), Object.keys(row).map(() => '---'), Object.values(row)]
  console.log(lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
}

test('each event of random histories in which two versions of the library share a browser is stored once', async ({
  engine,
}) => {
  const judged = await judgeHistories(engine, {
    events: 300,
    historyOf: versionsHistoryOf,
    play: (one, steps, seed) => playHistory(one, steps, visitsOf(seed)),
    judge: judgeVersions,
  })
  printRow(engine, judged)
  expect(wrongIn(judged)).toEqual([])
})

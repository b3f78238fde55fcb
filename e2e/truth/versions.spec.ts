import type { Engine } from 'stage/engines/engine'
import type { Version } from './page/startTruthPage.ts'
import { judge, KINDS } from './judge.ts'
import { countEvents, judgeHistories, type Judged, wrongIn } from './judgeHistories.ts'
import { type Played, playHistory } from './playHistory.ts'
import { versionsHistoryOf } from './versionSteps.ts'
import { takenOver } from './takenOver.ts'
import { expect, test } from '../delivery/test.ts'

// Old tabs stay open for days after a deployment, and deployments are rolled back. What pages of today's library and of the version
// before track in one browser is stored once.

/** In which order pages of both versions are opened at the end. */
const visitsOf = (seed: number): readonly Version[] => (seed % 2 === 0 ? ['today', 'before'] : ['before', 'today'])

function printRow(engine: Engine, judged: readonly Judged[]) {
  const count = (wanted: string) =>
    judged.flatMap(({ violations }) => violations).filter(({ kind }) => kind === wanted).length
  const sum = (number: (played: Played) => number) => judged.reduce((total, { played }) => total + number(played), 0)
  const trackedBy = (version: Version) =>
    sum(({ calls, versions }) => calls.filter(({ page }) => versions.get(page) === version).length)
  const takenOverBy = (version: Version) => sum((played) => takenOver(played, version).length)
  console.log(
    [
      '| engine | histories | events | lost | doubled | by pages of today | of the version before | left to today | left to the version before |',
      '| --- | --: | --: | --: | --: | --: | --: | --: | --: |',
      `| ${[engine.version, judged.length, countEvents(judged), count('lost'), count('doubled'), trackedBy('today'), trackedBy('before'), takenOverBy('today'), takenOverBy('before')].join(' | ')} |`,
      KINDS.map((kind) => `${kind} ${count(kind)}`).join(', '),
    ].join('\n'),
  )
}

test('each event of random histories in which two versions of the library share a browser is stored once', async ({
  engine,
}) => {
  const judged = await judgeHistories(engine, {
    events: 300,
    historyOf: versionsHistoryOf,
    play: (one, steps, seed) => playHistory(one, steps, visitsOf(seed)),
    judge,
  })
  printRow(engine, judged)
  expect(wrongIn(judged)).toEqual([])
})

import type { Engine } from 'stage/engines/engine'
import { judge, KINDS } from './judge.ts'
import { countEvents, judgeHistories, type Judged, wrongIn } from './judgeHistories.ts'
import { playHistory } from './playHistory.ts'
import { historyOf } from './steps.ts'
import { showingsIn } from './wrongExposures.ts'
import { expect, test } from '../delivery/test.ts'

function printCounts(engine: Engine, judged: readonly Judged[]) {
  const all = judged.flatMap(({ violations }) => violations)
  const counts = KINDS.map((kind) => `${all.filter((violation) => violation.kind === kind).length} ${kind}`)
  console.log(
    `${engine.version}: ${judged.length} histories, ${countEvents(judged)} events judged, ${counts.join(', ')}`,
  )
  console.log(`What the judge had to judge: ${occasionsIn(judged).join(', ')}`)
}

/** A judge that is never asked finds nothing. */
function occasionsIn(judged: readonly Judged[]): string[] {
  const all = judged.map(({ played }) => played)
  const stored = all.flatMap((evidence) => evidence.stored)
  const accounts = new Set(stored.map(({ user }) => user).filter((user) => user.includes('@')))
  return [
    `${accounts.size} users with their accounts`,
    `${stored.filter(({ visitor }) => visitor !== undefined).length} events of visitors`,
    `${all.flatMap(({ joins }) => joins).length} joins`,
    `${new Set(stored.map(({ session }) => session?.id)).size} sessions`,
    `${all.flatMap(({ exposures }) => exposures).length} exposures`,
    `${all.flatMap(showingsIn).length} calls that have shown a variation`,
    `${all.flatMap(({ batches }) => batches.flatMap(({ events }) => events)).length} numbers`,
  ]
}

test('each event of random histories is stored once, with its user and the flags that were in force', async ({
  engine,
}) => {
  const judged = await judgeHistories(engine, {
    events: 1_500,
    historyOf,
    play: (one, steps) => playHistory(one, steps),
    judge,
  })
  printCounts(engine, judged)
  expect(wrongIn(judged)).toEqual([])
})

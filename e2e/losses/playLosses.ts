import { setTimeout as sleep } from 'node:timers/promises'
import type { Evidence } from './evidence.ts'
import { judge } from './judge.ts'
import type { LossStage } from './lossStage.ts'
import type { PagePlan } from './planOf.ts'
import { FEW_BYTES, PLANTS } from './plants.ts'

/** How long the pages may take to tell the rest, in milliseconds: what another page has left is looked for each minute. */
const PATIENCE_MS = 90_000
/** How long a page has for its last answers, in milliseconds. */
const ROUND_MS = 1_500
const MIN_ROUNDS = 3

/** Plays a history in a profile of its own, then visits the site twice while all is well: the last page stays until all is told. */
export async function playLosses(stage: LossStage, plans: readonly PagePlan[]): Promise<Evidence> {
  try {
    for (const plan of plans) await playPage(stage, plan)
    const first = await stage.open()
    await stage.track(first, 5)
    await stage.arrived()
    await stage.end(first, 'close')

    const last = await stage.open()
    const end = Date.now() + PATIENCE_MS
    for (let round = 1; ; round += 1) {
      await stage.track(last, 1)
      await stage.arrived()
      await sleep(ROUND_MS)
      const evidence = await stage.evidence()
      const isRight = round >= MIN_ROUNDS && judge(evidence).violations.length === 0
      if (isRight || Date.now() > end) return evidence
    }
  } finally {
    await stage.close()
  }
}

async function playPage(stage: LossStage, plan: PagePlan): Promise<void> {
  const { kind, waitMs } = plan
  const isRefused =
    kind === 'a tab without storage is closed' || kind === 'the browser is killed before anything is stored'
  const isSmall = kind === 'more events wait than may be kept'
  // What earlier pages have left counts, too.
  if (isSmall) stage.plant(kind)
  const page = await stage.open({
    ...(isRefused && { storage: 'refused' }),
    ...(isSmall && { maxBytes: `${FEW_BYTES}` }),
  })
  const track = async (count: number) => {
    await stage.track(page, count)
    if (isSmall) stage.plant(kind, page)
    await sleep(waitMs)
  }

  for (const count of plan.before) await track(count)
  if (kind && (await PLANTS[kind](stage, page, plan)) === 'ended') return
  for (const count of plan.after) await track(count)
  if (!plan.endsAtOnce) await stage.arrived()
  else await stage.track(page, plan.during)
  if (isSmall) stage.plant(kind, page)
  await stage.end(page, plan.end)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { until } from 'stage/perform'
import type { Kind } from './kinds.ts'
import type { LossPage, LossStage } from './lossStage.ts'
import type { Fault } from './lossyProxy.ts'
import type { PagePlan } from './planOf.ts'

/** How long the proxy may take to see the batches that it is to lose, in milliseconds. */
const SEEN_MS = 15_000
/** Longer than the time between two batches. */
const NEXT_BATCH_MS = 1_300
/** More than a browser carries when a page ends. */
const LARGE_BYTES = 10_000
/** Of `events.maxBytes`. */
export const FEW_BYTES = 20_000

type Plant = (stage: LossStage, page: LossPage, plan: PagePlan) => Promise<'ended' | void>

/** Loses events in each of the ways. Some of them end the page. */
export const PLANTS: Readonly<Record<Kind, Plant>> = {
  'the collector forgets events': (stage, page, plan) =>
    loseBatches({ stage, page }, { type: 'forget', times: plan.times, share: plan.share }, plan),
  'a proxy drops a batch': (stage, page, plan) =>
    loseBatches({ stage, page }, { type: 'drop', times: plan.times }, plan),
  'a batch is stored twice': (stage, page, plan) =>
    loseBatches({ stage, page }, { type: 'lose the answer', times: plan.times }, plan),

  async 'a step filters events'(stage, page, { times, during, waitMs }) {
    for (let time = 0; time < times; time += 1) {
      await stage.track(page, during)
      await stage.track(page, time + 1, { what: 'filtered', planted: 'a step filters events' })
      await sleep(waitMs)
    }
  },

  async 'the collector refuses events'(stage, page, { times, during, waitMs }) {
    for (let time = 0; time < times; time += 1) {
      await stage.track(page, during)
      await stage.track(page, time + 1, { what: 'refused', planted: 'the collector refuses events' })
      await sleep(waitMs)
    }
    await stage.arrived()
  },

  async 'more events wait than may be kept'(stage, page, { during, waitMs }) {
    stage.proxy.set({ type: 'down', after: 0 })
    for (let left = during; left > 0; left -= 40) {
      await stage.track(page, Math.min(left, 40), { bytes: 400 })
      await sleep(waitMs)
    }
    await hasFailed(stage, 0)
    stage.plant('more events wait than may be kept')
    stage.proxy.set({ type: 'none' })
    await stage.arrived()
  },

  async 'the storage is deleted'(stage, page, plan) {
    await fillUp(stage, page, plan)
    await stage.end(page, plan.end)
    stage.plant('the storage is deleted')
    await stage.deleteData()
    stage.proxy.set({ type: 'none' })
    return 'ended'
  },

  async 'the browser is killed before anything is stored'(stage, page, plan) {
    await fillUp(stage, page, plan)
    if (plan.end === 'kill') await stage.end(page, 'kill')
    else await stage.killBrowser(page)
    stage.plant('the browser is killed before anything is stored', page)
    stage.proxy.set({ type: 'none' })
    return 'ended'
  },

  async 'the page is killed while events wait'(stage, page, plan) {
    await fillUp(stage, page, plan)
    stage.plant('the page is killed while events wait', page)
    await stage.end(page, 'kill')
    stage.proxy.set({ type: 'none' })
    return 'ended'
  },

  async 'a tab without storage is closed'(stage, page, { during, end }) {
    const before = stage.proxy.unavailable()
    stage.proxy.set({ type: 'down', after: 0 })
    await stage.track(page, Math.ceil(during / 4), { bytes: LARGE_BYTES })
    await hasFailed(stage, before)
    stage.plant('a tab without storage is closed', page)
    stage.proxy.set({ type: 'none' })
    await stage.end(page, end === 'leave' ? 'leave' : 'close')
    return 'ended'
  },
}

/** Has batches lost by the proxy or the collector. */
async function loseBatches(
  { stage, page }: { stage: LossStage; page: LossPage },
  fault: Fault,
  plan: PagePlan,
): Promise<void> {
  stage.proxy.set(fault)
  for (let time = 0; time < plan.times; time += 1) {
    await stage.track(page, Math.ceil(plan.during / plan.times))
    await sleep(NEXT_BATCH_MS)
  }
  await until(() => stage.proxy.remaining() === 0, SEEN_MS)
  stage.proxy.set({ type: 'none' })
}

/** Lets some batches through and no others, so that events wait. */
async function fillUp(stage: LossStage, page: LossPage, { passes, during, waitMs }: PagePlan) {
  const before = stage.proxy.unavailable()
  stage.proxy.set({ type: 'down', after: passes })
  await stage.track(page, during)
  await sleep(waitMs)
  await stage.track(page, during)
  // A page that is killed in this moment has not even tried.
  if (waitMs > 0) await hasFailed(stage, before)
}

const hasFailed = (stage: LossStage, before: number) => until(() => stage.proxy.unavailable() > before, SEEN_MS)

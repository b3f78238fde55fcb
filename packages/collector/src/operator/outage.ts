import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import type { OperatedCollector } from './operatedCollector.ts'
import type { Sender } from './sender.ts'

export interface Outage {
  readonly sender: Sender
  /** What the log has to say as the reason. */
  readonly reason: RegExp
}

/** How soon readiness has to say it, in milliseconds: it looks once a second, and a store has two to answer. A busy machine needs some. */
const SOON = { timeout: 10_000, interval: 100 }
const WARN = 40

/** Expects what an operator reads while events cannot be stored: not ready, alive, a reason in the log, 503 for pages, and figures. */
export async function expectOutage(collector: OperatedCollector, { sender, reason }: Outage): Promise<void> {
  const statusOf = async (url: string) => (await collector.get(url)).status
  await expect.poll(() => statusOf('/health/ready'), { ...SOON, message: 'readiness' }).toBe(503)
  expect(await statusOf('/health/live'), 'liveness').toBe(200)
  const answer = await sender.send(collector.port())
  expect({ status: answer.status, retryAfter: answer.retryAfter }, 'the answer to a page').toEqual({
    status: 503,
    retryAfter: expect.stringMatching(/^\d+$/),
  })
  const warnings = () => collector.log().filter(({ level }) => level >= WARN)
  await expect
    .poll(() => warnings().map((line) => line.reason ?? ''), SOON)
    .toContainEqual(expect.stringMatching(reason))
  const metrics = await collector.get('/metrics')
  expect(metrics.status, 'metrics').toBe(200)
  expect(metrics.text).toMatch(/telltale_collector_answers_total\{status="503",reason="store"\} [1-9]/)
  // One outage is not a line for each request.
  expect(warnings().length, 'lines about it').toBeLessThan(20)
}

/** Expects a collector that is ready, says so, and acknowledges events. */
export async function expectWell(collector: OperatedCollector, sender: Sender): Promise<void> {
  const end = performance.now() + 60_000
  const before = sender.acknowledged.size
  while (sender.acknowledged.size === before && performance.now() < end) {
    await sender.send(collector.port())
    await setTimeout(50)
  }
  expect(sender.acknowledged.size, 'acknowledged events').toBeGreaterThan(before)
  await expect.poll(async () => (await collector.get('/health/ready')).status, SOON).toBe(200)
  expect((await collector.get('/health/live')).status).toBe(200)
  expect((await collector.get('/metrics')).status).toBe(200)
}

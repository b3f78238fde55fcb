import type { OfficialClient, OfficialClientsPage } from './pages/officialClientsPage.ts'
import { expect, test, type Desk } from './test.ts'

// The vendor's own clients, with the local services in place of the vendor's.

async function start(desk: Desk, client: OfficialClient, useReport = false) {
  const complaints: string[] = []
  desk.page.on('pageerror', ({ message }) => complaints.push(message))
  desk.page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await desk.open('officialClientsPage.ts', 'LaunchDarkly')
  await desk.page.evaluate(
    async ([name, isReport]) => {
      const here = globalThis as unknown as OfficialClientsPage
      here.client = await here.start[name](isReport)
    },
    [client, useReport] as const,
  )
  const detail = (key: string) =>
    desk.page.evaluate((flag) => (globalThis as unknown as OfficialClientsPage).client.variationDetail(flag), key)
  return { complaints, detail }
}

for (const client of ['launchdarkly-js-client-sdk', '@launchdarkly/js-client-sdk'] as const) {
  test.describe(`the vendor’s client ${client}`, () => {
    test('reads flag values with their reasons', async ({ desk }) => {
      const { detail, complaints } = await start(desk, client)
      expect(await detail('new-pricing')).toMatchObject({
        value: true,
        variationIndex: 0,
        reason: { kind: 'RULE_MATCH', ruleId: 'pilot-companies' },
      })
      expect(await detail('maintenance-banner')).toMatchObject({ value: { visible: false }, reason: { kind: 'OFF' } })
      expect(complaints).toEqual([])
    })

    test('reads flag values, and follows a change, when it sends the context as a body', async ({ desk }) => {
      const { detail, complaints } = await start(desk, client, true)
      expect(await detail('new-pricing')).toMatchObject({ value: true })
      await desk.switchFlag('new-pricing', false)
      await expect.poll(() => detail('new-pricing')).toMatchObject({ value: false })
      expect(complaints).toEqual([])
    })

    test('follows a flag that is switched off and on', async ({ desk }) => {
      const { detail, complaints } = await start(desk, client)
      await desk.switchFlag('new-pricing', false)
      await expect.poll(() => detail('new-pricing')).toMatchObject({ value: false, reason: { kind: 'OFF' } })
      await desk.switchFlag('new-pricing', true)
      await expect.poll(() => detail('new-pricing')).toMatchObject({ value: true })
      expect(complaints).toEqual([])
    })

    test('follows the removal of a flag', async ({ desk }) => {
      const { detail } = await start(desk, client)
      expect(await detail('quote-layout')).toMatchObject({ value: 'classic' })
      await desk.editFlags((flags) => void delete flags['quote-layout'])
      await expect.poll(() => detail('quote-layout')).toMatchObject({ reason: { errorKind: 'FLAG_NOT_FOUND' } })
    })

    test('reads the values of another user after identify', async ({ desk }) => {
      const { detail } = await start(desk, client)
      await desk.page.evaluate(() => {
        const priya = { kind: 'user', key: 'northgate-events:3305', company_id: 'northgate-events' }
        return (globalThis as unknown as OfficialClientsPage).client.identify(priya)
      })
      expect(await detail('new-pricing')).toMatchObject({ value: false, reason: { kind: 'FALLTHROUGH' } })
    })

    test('delivers the events that it counts', async ({ desk }) => {
      const { detail, complaints } = await start(desk, client)
      const { 0: before = 0 } = await desk.counts('new-pricing')
      await detail('new-pricing')
      await desk.page.evaluate(async () => {
        const { client: it } = globalThis as unknown as OfficialClientsPage
        it.track('quote-sent')
        await it.flush()
      })
      await expect.poll(() => desk.counts('new-pricing')).toMatchObject({ 0: before + 1 })
      expect(complaints).toEqual([])
    })
  })
}

import { expect, test } from 'vitest'
import type { Accounts, Identity } from '../../core/model/identity.ts'
import { fakeDisk, type FakeDisk } from '../../testing/fakeDisk.ts'
import { anEvent, fakeHost } from '../../testing/fakeHost.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { vendorDestination } from './vendorDestination.ts'
import { vendorPart } from './vendorPart.ts'

const ida = (key?: string, name = key): Identity => ({
  status: 'known',
  epoch: `e-${key}`,
  person: { unique_identity: 'ida' },
  name: 'Ida',
  displayIdentity: 'Ida',
  ...(key !== undefined && { accounts: { organization: { key, ...(name !== undefined && { name }) } } }),
})
const eventAt = (name: string, key?: string) =>
  anEvent(name, { identity: { id: 'ida', ...(key !== undefined && { accounts: { organization: { key } } }) } })

const OPTIONS = { signal: new AbortController().signal, keepalive: false }

function openPage(identifiesPersons: boolean, disk: FakeDisk = fakeDisk()) {
  const calls: string[] = []
  const nameOf = ({ accounts = {} as Accounts }) => accounts['organization']?.name ?? 'none'
  const platform = fakePlatform(undefined, disk)
  const host = fakeHost(platform)
  const part = vendorPart({
    name: 'vendor',
    identify: (who) => calls.push(`identify ${nameOf(who)}`),
    update: (who) => calls.push(`update ${nameOf(who)}`),
    track: ({ name }) => calls.push(name),
    reset: () => calls.push('reset'),
  })
  const destination = vendorDestination({
    ...part,
    ...(identifiesPersons && { identifiesPersons: true as const }),
  }).start(host)
  const become = async (who: Identity) => {
    host.identity.set(who)
    await platform.settle()
  }
  const deliver = async (...events: ReturnType<typeof eventAt>[]) => {
    const result = (await destination.deliver?.(events, OPTIONS as never)) as { parts: readonly { result: object }[] }
    return result.parts.map((one) => ('misattributed' in one.result ? 'misattributed' : 'delivered'))
  }
  void destination.whenReady?.(OPTIONS.signal)
  return { calls, become, deliver, advance: (ms: number) => platform.clock.advance(ms) }
}

test('a vendor’s script whose data has the account is reset before it is given another account', async () => {
  const { calls, become, deliver, advance } = openPage(false)
  await become(ida('acme'))
  await advance(100)
  await become(ida('bobs'))
  expect(await deliver(eventAt('a', 'acme'))).toEqual(['delivered'])
  await advance(1_000)
  expect(await deliver(eventAt('b', 'acme'), eventAt('c', 'bobs'))).toEqual(['misattributed', 'delivered'])
  expect(calls).toEqual(['identify acme', 'a', 'reset', 'identify bobs', 'c'])
})

test('a vendor’s script that identifies persons is updated when the account changes, and keeps the events of each', async () => {
  const { calls, become, deliver, advance } = openPage(true)
  await become(ida('acme'))
  await advance(100)
  await become(ida('bobs'))
  await advance(1_000)
  expect(await deliver(eventAt('a', 'acme'), eventAt('b', 'bobs'), eventAt('c'))).toEqual(Array(3).fill('delivered'))
  expect(calls).toEqual(['identify acme', 'update bobs', 'a', 'b', 'c'])
})

test.each([true, false])('a vendor’s script is updated once when only the name of the account changes', async (is) => {
  const { calls, become, advance } = openPage(is)
  await become(ida('acme'))
  await advance(100)
  await become(ida('acme', 'Acme'))
  await become(ida('acme', 'Acme'))
  await advance(1_000)
  expect(calls).toEqual(['identify acme', 'update Acme'])
})

test('tabs of one person with different accounts leave each other a script that identifies persons', async () => {
  const disk = fakeDisk()
  const [one, other] = [openPage(true, disk), openPage(true, disk)]
  await one.become(ida('acme'))
  await one.advance(100)
  await other.become(ida('bobs'))
  await other.advance(100)
  await one.deliver(eventAt('a', 'acme'))
  await other.deliver(eventAt('b', 'bobs'))
  expect([one.calls, other.calls]).toEqual([
    ['identify acme', 'a'],
    ['identify bobs', 'b'],
  ])
})

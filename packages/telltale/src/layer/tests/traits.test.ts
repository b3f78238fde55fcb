import { expect, it } from 'vitest'
import { collector } from '../../collector.ts'
import type { Person } from '../../core/model/identity.ts'
import type { Step } from '../../core/step.ts'
import { redact } from '../../redact.ts'
import { fakePlatform } from '../../testing/fakePlatform.ts'
import { PrivateOnly, revokedProxy, withThrowingGetter } from '../../testing/oddValues.suite.ts'
import { type Batch, readBatch } from '../../testing/readBatch.ts'
import { traits as traitsOf } from '../../traits.ts'
import { createTelltaleAtOnce } from '../../testkit/createTelltaleAtOnce.ts'
import { fakeDisk } from '../../testing/fakeDisk.ts'

interface PageOptions {
  disk?: ReturnType<typeof fakeDisk>
  steps?: readonly Step[]
}

function openPage(traits: unknown, first: Partial<Person> = {}, { disk = fakeDisk(), steps = [] }: PageOptions = {}) {
  const batches: Batch[] = []
  let isDown = false
  const platform = fakePlatform(({ body }) => {
    if (isDown) return { status: 503 }
    batches.push(readBatch(body))
    return { status: 202 }
  }, disk)
  const telltale = createTelltaleAtOnce(
    {
      app: 'Desk',
      identity: {
        person: () => ({ unique_identity: 'ida', role: 'buyer', ...first }),
        ...(traits !== undefined && { traits: traitsOf(traits as never) }),
      },
      destinations: [collector({ url: 'https://collect.test/' })],
      events: { steps },
    },
    platform,
  )
  const seconds = async (count = 2) => {
    for (let second = 0; second < count; second += 1) await platform.clock.advance(1_000)
  }
  return { platform, telltale, batches, seconds, disk, setDown: (is: boolean) => void (isDown = is) }
}

const byRole = ({ role }: Person) => ({ role })

it('a batch has the traits of the person who is signed in, once, and no event has them', async () => {
  const { telltale, batches, seconds } = openPage(byRole)
  telltale.track('one')
  await seconds()
  expect(batches.map(({ traits }) => traits)).toEqual([{ ida: { role: 'buyer' } }])
  expect(JSON.stringify(batches[0]?.events)).not.toContain('buyer')
})

it('a batch has no traits by default, and none during an impersonation', async () => {
  for (const page of [openPage(undefined), openPage(byRole, { mimic_user: 'sam@telltale.test' })]) {
    page.telltale.track('one')
    await page.seconds()
    expect(page.batches).toHaveLength(1)
    expect(page.batches[0]).not.toHaveProperty('traits')
  }
})

it('the traits of one person are never sent with the events of another one', async () => {
  const page = openPage(byRole)
  page.setDown(true)
  page.telltale.track('of ida')
  await page.seconds()
  page.telltale.identify({ unique_identity: 'otto', role: 'driver' })
  page.setDown(false)
  await page.seconds(70)
  page.telltale.track('of otto')
  await page.seconds()
  for (const { events, traits = {} } of page.batches) {
    const people = new Set(events.map(({ identity }) => identity.id))
    for (const id of Object.keys(traits)) expect(people).toContain(id)
    expect(Object.keys(traits)).not.toContain('ida')
  }
  expect(page.batches.at(-1)?.traits).toEqual({ otto: { role: 'driver' } })
})

it('traits are not stored in the browser', async () => {
  const { telltale, seconds, disk, setDown } = openPage(() => ({ badge: 'B-77' }))
  setDown(true)
  telltale.track('one')
  await seconds()
  expect(disk.storage.keys('').map((key) => disk.storage.get(key))).not.toContainEqual(expect.stringContaining('B-77'))
})

it('fields of traits whose names mark a secret are left out', async () => {
  const { telltale, batches, seconds } = openPage(() => ({ role: 'buyer', api_key: 'x', of: { token: 'y', depot: 3 } }))
  telltale.track('one')
  await seconds()
  expect(batches[0]?.traits).toEqual({ ida: { role: 'buyer', of: { depot: 3 } } })
})

it.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('card 4111')
    },
  ],
  ['returns a promise', () => Promise.resolve({ role: 'buyer' })],
  ['returns a list', () => ['buyer']],
  ['returns a text', () => 'buyer'],
  ['returns an instance that has private fields only', () => new PrivateOnly()],
  ['returns an instance that has getters only', () => Object.create(new PrivateOnly()) as unknown],
  ['returns a getter that throws', () => withThrowingGetter('role')],
  ['returns a revoked proxy', () => revokedProxy()],
  [
    'returns a cycle',
    () => {
      const cycle: Record<string, unknown> = {}
      cycle['self'] = cycle
      return cycle
    },
  ],
])('a function of traits that %s is reported once, and batches go without traits', async (_, traits) => {
  const { telltale, batches, seconds, platform } = openPage(traits)
  telltale.track('one')
  await seconds()
  telltale.track('two')
  await seconds()
  expect(batches.flatMap(({ events }) => events.map(({ name }) => name))).toContain('two')
  for (const batch of batches) expect(batch).not.toHaveProperty('traits')
  expect(platform.logged).toEqual([expect.stringContaining('identity.traits has thrown')])
})

it.each([[undefined], [null], [{}]])(
  'a function of traits that returns %j says that there are none',
  async (nothing) => {
    const { telltale, batches, seconds, platform } = openPage(() => nothing)
    telltale.track('one')
    await seconds()
    expect(batches[0]).not.toHaveProperty('traits')
    expect(platform.logged).toEqual([])
  },
)

it('with redact(), a trait has an e-mail address or a telephone number only if its name says so, and never a secret', async () => {
  const page = openPage(
    () => ({
      email: 'ida@example.com',
      work_phone: '+49 151 23456789',
      emails: ['ida@example.com'],
      contact: 'ida@example.com',
      note: { text: 'call +49 151 23456789' },
      login: { pin: 4711 },
      pin: 'hunter22',
      phoneCard: '4111 1111 1111 1111',
      role: 'buyer',
    }),
    {},
    { steps: [redact()] },
  )
  page.telltale.track('one')
  await page.seconds()
  expect(page.batches[0]?.traits).toEqual({
    ida: {
      email: 'ida@example.com',
      work_phone: '+49 151 23456789',
      emails: ['ida@example.com'],
      contact: '[email]',
      note: { text: 'call [phone]' },
      login: { pin: '[secret]' },
      phoneCard: '[card]',
      pin: '[secret]',
      role: 'buyer',
    },
  })
  const said = page.platform.logged.join('\n')
  expect(said).toContain('was replaced in traits.contact')
  expect(said).not.toMatch(/traits\.(?:email|work)|ida@/)
})

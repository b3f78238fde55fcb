import { expect, test } from 'vitest'
import { startNodeService } from '../service/startNodeService.ts'
import { startRehearsal } from './startRehearsal.ts'

const { open } = await startRehearsal(startNodeService)

const openIn = (environment: string, value: number) =>
  open({ credential: environment, context: { kind: 'user', key: environment }, flags: { flag: { value } } })

test('two clients of different environments have their own flags and events', async () => {
  const clients = [await openIn('one', 1), await openIn('other', 2)]
  const values = await Promise.all(clients.map((client) => client.evaluate({ flagKey: 'flag' })))
  expect(values).toEqual([{ value: 1 }, { value: 2 }])
  const batches = await Promise.all(clients.map((client) => client.flush()))
  const keys = batches.map((events) => events.map((event) => (event['context'] as { key: string }).key))
  expect(keys).toEqual([
    ['one', 'one'],
    ['other', 'other'],
  ])
})

test('two clients of one environment have the same flags, at the start and after an identification', async () => {
  const one = await openIn('one', 1)
  const other = await open({ credential: 'one', context: { kind: 'user', key: 'other' }, services: one })
  for (const client of [one, other]) expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 1 })
  one.poll.set({ flag: { value: 2 } })
  for (const client of [one, other]) await client.identify({ kind: 'user', key: 'next' })
  for (const client of [one, other]) expect(await client.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
})

test('a client is not affected when another one identifies a user or is closed', async () => {
  const [one, other] = [await openIn('one', 1), await openIn('other', 2)]
  one.poll.set({ flag: { value: 3 } })
  await one.identify({ kind: 'user', key: 'three' })
  expect(await one.evaluate({ flagKey: 'flag' })).toEqual({ value: 3 })
  expect(await other.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
  await one.close()
  expect(await other.evaluate({ flagKey: 'flag' })).toEqual({ value: 2 })
})

import { expect, it } from 'vitest'
import { fakePlatform } from './fakePlatform.ts'
import type { FakeServer } from './fakeTransport.ts'

const fail = () => {
  throw new Error('no such route')
}

it.each<[how: string, server: FakeServer]>([
  ['throws', fail],
  ['rejects', async () => fail()],
])('a request to a fake server that %s fails with a network error, and the reason is logged', async (_how, server) => {
  const { transport, logged } = fakePlatform(server)
  expect(await transport.send({ url: 'https://api.test/who-am-i' })).toEqual({ outcome: 'network' })
  expect(logged).toEqual(['The fake server threw at https://api.test/who-am-i: Error: no such route'])
})

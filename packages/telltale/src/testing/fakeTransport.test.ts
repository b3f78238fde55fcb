import { expect, it } from 'vitest'
import { fakePlatform } from './fakePlatform.ts'
import type { FakeServer } from './fakeTransport.ts'

const fail = () => {
  throw new Error('no such route')
}

it.each<[how: string, server: FakeServer]>([
  ['throws', fail],
  ['rejects', async () => fail()],
])('a request to a fake server that %s fails as without a network, and the log says why', async (_how, server) => {
  const { transport, logged } = fakePlatform(server)
  expect(await transport.send({ url: 'https://api.test/who-am-i' })).toEqual({ outcome: 'network' })
  expect(logged).toEqual(['The fake server threw at https://api.test/who-am-i: Error: no such route'])
})

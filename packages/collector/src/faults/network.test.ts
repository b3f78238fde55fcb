import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startNetwork } from './network.ts'

it('forwards each byte once, however often it was held', async () => {
  const server = createServer((socket) => void socket.pipe(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const network = await startNetwork((server.address() as AddressInfo).port)
  const client = connect(network.port, '127.0.0.1')
  let answers = ''
  client.on('data', (bytes) => (answers += String(bytes)))
  const all = ['answers', 'both', 'answers'] as const
  for (const [index, direction] of all.entries()) {
    network.hold(direction)
    network.hold(direction)
    client.write(String(index))
    await setTimeout(20)
    expect(answers).toHaveLength(index)
    network.release()
    network.release()
    await expect.poll(() => answers.length).toBeGreaterThan(index)
  }
  await setTimeout(20)
  expect(answers).toBe('012')
  client.destroy()
  await network.stop()
  server.close()
})

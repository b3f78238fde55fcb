import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createCollector } from '@telltale/collector'
import { sqliteStore } from '@telltale/collector/sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../../scripts/ensureInstalled.mjs'
import { printedScript, replaced } from './printedBlock.mjs'
import { freePort, startProgram } from './startProgram.mjs'

const ADMIN_TOKEN = 'a-token-of-the-collector'
const folder = join(root, '.cache/servers', `forget-${process.pid}`)
const TOKEN = '11111111-1111-4111-8111-111111111111'

/** @type {Awaited<ReturnType<typeof startProgram>>} */
let server
/** @type {ReturnType<typeof createCollector>} */
let collector
/** The collector over HTTP. */
const serving = createServer(async ({ method = '', url, headers: { authorization = '' } }, answer) => {
  const { status } = await collector.fetch(
    new Request(`http://collector.test${url}`, { method, headers: { authorization } }),
  )
  answer.writeHead(status).end()
})

beforeAll(async () => {
  const [port, collectorPort] = [await freePort(), await freePort()]
  collector = createCollector({ sink: await sqliteStore({ file: ':memory:' }), adminToken: ADMIN_TOKEN })
  serving.listen(collectorPort, '127.0.0.1')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'forgetMe.mjs')
  const words = { 'http://collector.internal:4810': `http://127.0.0.1:${collectorPort}` }
  writeFileSync(path, replaced(printedScript('guides/forgetting-a-person.md', 'server/forgetMe.ts'), words))
  const args = [join(root, 'docs/code/runServer.mjs'), path, String(port)]
  server = await startProgram(process.execPath, args, { port, cwd: folder, env: { ADMIN_TOKEN } })
})

afterAll(async () => {
  await server.stop()
  serving.close()
  await collector.close()
  rmSync(folder, { recursive: true, force: true })
})

/** What the collector answers. @param {string} path @param {RequestInit} [init] */
async function ask(path, init = {}) {
  const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' }
  const answer = await collector.fetch(new Request(`http://collector.test${path}`, { ...init, headers }))
  return answer.text()
}

/** As the page asks. @param {string} token @param {string} [path] */
const forgetMe = async (token, path = '/forget-me') =>
  (await fetch(server.url + path, { method: 'POST', headers: { Authorization: `Bearer ${token}` }, body: '{}' })).status

/** An event and a decision of two people. */
async function record() {
  const events = ['u-1042', 'u-1043'].flatMap((id) =>
    [undefined, 'consent'].map((kind) => ({
      ...{ id: crypto.randomUUID(), name: kind ? 'Consent changed' : 'Quote sent', kind, at: Date.now() - 1000 },
      ...{ url: 'https://quotes.test/', properties: {}, identity: { id } },
    })),
  )
  await ask('/collect', { method: 'POST', body: JSON.stringify({ app: { name: 'Quotes' }, events }) })
}

const lines = async () =>
  Promise.all(['u-1042', 'u-1043'].map(async (id) => (await ask(`/people/${id}/export`)).split('\n').length - 1))

test('nobody is forgotten without a session, or by a support user', async () => {
  await record()
  expect(await forgetMe('ended')).toBe(401)
  expect(await forgetMe('viewed')).toBe(403)
  expect(await forgetMe('rejects')).toBe(503)
  expect(await forgetMe(TOKEN, '/elsewhere')).toBe(404)
  expect(await lines()).toEqual([2, 2])
  expect(JSON.parse(await ask('/erasures'))).toEqual({ erasures: [] })
})

test('the collector has nothing of a person who has asked to be forgotten, and all of others', async () => {
  await record()
  const before = await lines()
  expect(await forgetMe(TOKEN)).toBe(202)
  await expect.poll(async () => JSON.parse(await ask('/erasures')).erasures[0].status).toBe('done')
  expect(await lines()).toEqual([0, before[1]])
  expect(JSON.parse(await ask('/consents/u-1042'))).toEqual({ consents: [] })
  await record()
  expect(await lines()).toEqual([0, (before[1] ?? 0) + 2])
})

test('a page is told when the collector does not do it', async () => {
  serving.close()
  serving.closeAllConnections()
  expect(await forgetMe(TOKEN)).toBe(503)
})

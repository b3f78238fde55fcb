import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { execa } from 'execa'
import { freePort } from '../contract/runHarness.mjs'
import { writeRelayArchive } from './writeRelayArchive.mjs'

/** Milliseconds in which it must be ready to answer. */
const READY_WITHIN_MS = 20_000
/** It asks nobody but this machine for anything, whatever it may want; nothing answers there. */
const NOWHERE = 'http://127.0.0.1:9'

/**
 * The vendor's Relay Proxy in offline mode.
 *
 * @param {string} binary
 * @param {string} log a file for what it says
 * @returns {Promise<import('./relayChecks.mjs').CheckedRelay & { stop(): Promise<void> }>}
 */
export async function startRelay(binary, log) {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-relay-'))
  mkdirSync(dirname(log), { recursive: true })
  rmSync(log, { force: true })
  const kept = { file: log, append: true }
  const environment = 'telltale-relay-checks'
  /** @type {Record<string, import('./writeRelayArchive.mjs').RelayFlag>} */
  let flags = {}
  let dataVersion = 0

  /** @param {Readonly<Record<string, boolean>>} next */
  function write(next) {
    dataVersion += 1
    const entries = Object.entries(next).map(([key, isOn]) => {
      const before = flags[key]
      return [key, before?.isOn === isOn ? before : { isOn, version: dataVersion }]
    })
    flags = Object.fromEntries(entries)
    writeRelayArchive(folder, { environment, dataVersion, flags })
  }

  write({})
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const running = execa(binary, ['--from-env'], {
    extendEnv: false,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      FILE_DATA_SOURCE: join(folder, 'archive.tar.gz'),
      FILE_DATA_SOURCE_MONITORING_INTERVAL: '100ms',
      USE_EVENTS: 'true',
      ...{ BASE_URI: NOWHERE, STREAM_URI: NOWHERE, CLIENT_SIDE_BASE_URI: NOWHERE, EVENTS_HOST: NOWHERE },
    },
    ...{ stdout: kept, stderr: kept, reject: false },
  })
  let isRunning = true
  void running.then(() => (isRunning = false))

  async function stop() {
    running.kill('SIGKILL')
    await running
    rmSync(folder, { recursive: true, force: true })
  }

  /** The keys and values that it has, once it answers. */
  async function known() {
    const context = Buffer.from('{"kind":"user","key":"a"}').toString('base64url')
    const answer = await fetch(`${url}/sdk/evalx/${environment}/contexts/${context}`).catch(() => undefined)
    if (answer?.status !== 200) return undefined
    const values = Object.entries(/** @type {Record<string, { value: unknown }>} */ (await answer.json()))
    return textOf(values.map(([key, { value }]) => [key, value]))
  }

  /** @param {Readonly<Record<string, boolean>>} expected */
  async function until(expected) {
    const text = textOf(Object.entries(expected))
    for (const began = Date.now(); (await known()) !== text; await sleep(50)) {
      const problem = isRunning ? 'does not have its flags' : 'has ended'
      if (isRunning && Date.now() - began < READY_WITHIN_MS) continue
      await stop()
      throw new Error(`The relay ${problem}: see ${log}`)
    }
  }

  await until({})
  return {
    url,
    environment,
    async change(next) {
      write(next)
      await until(next)
    },
    stop,
  }
}

/** @param {[string, unknown][]} values */
const textOf = (values) => JSON.stringify(values.sort(([a], [b]) => (a < b ? -1 : 1)))

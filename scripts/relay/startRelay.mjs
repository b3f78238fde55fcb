import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../contract/runHarness.mjs'
import { relayArchive } from './relayArchive.mjs'

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
  const archive = join(folder, 'archive.tar.gz')
  const environment = 'telltale-relay-checks'
  /** @type {Record<string, import('./relayArchive.mjs').RelayFlag>} */
  let flags = {}
  let dataVersion = 0

  /** @param {Readonly<Record<string, boolean>>} next */
  function write(next) {
    dataVersion += 1
    const entries = Object.entries(next).map(([key, isOn]) => {
      const before = flags[key]
      return [key, before && before.isOn === isOn ? before : { isOn, version: dataVersion }]
    })
    flags = Object.fromEntries(entries)
    // In one step: a file that is half written would be found invalid.
    writeFileSync(`${archive}.next`, relayArchive({ environment, dataVersion, flags }))
    renameSync(`${archive}.next`, archive)
  }

  write({})
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(binary, ['--from-env'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      FILE_DATA_SOURCE: archive,
      FILE_DATA_SOURCE_MONITORING_INTERVAL: '100ms',
      USE_EVENTS: 'true',
      ...{ BASE_URI: NOWHERE, STREAM_URI: NOWHERE, CLIENT_SIDE_BASE_URI: NOWHERE, EVENTS_HOST: NOWHERE },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  mkdirSync(dirname(log), { recursive: true })
  const file = createWriteStream(log)
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false })
  const ended = new Promise((resolve) => {
    child.on('error', resolve)
    child.on('close', resolve)
  })

  async function stop() {
    kill()
    await ended
    process.off('exit', kill)
    file.end()
    rmSync(folder, { recursive: true, force: true })
  }

  const poll = `${url}/sdk/evalx/${environment}/contexts/${Buffer.from('{"kind":"user","key":"a"}').toString('base64url')}`
  /** @returns {Promise<string | undefined>} the keys and values that it has, once it answers */
  const known = async () => {
    const answer = await fetch(poll).catch(() => undefined)
    if (answer?.status !== 200) return undefined
    const values = Object.entries(/** @type {Record<string, { value: unknown }>} */ (await answer.json()))
    return valuesText(values.map(([key, { value }]) => [key, value]))
  }

  /** @param {string} expected */
  async function until(expected) {
    for (const began = Date.now(); (await known()) !== expected; await sleep(50)) {
      if (child.exitCode !== null) throw new Error(`The relay has ended: see ${log}`)
      if (Date.now() - began > READY_WITHIN_MS) throw new Error(`The relay does not have its flags: see ${log}`)
    }
  }

  try {
    await until(valuesText([]))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url,
    environment,
    async change(next) {
      write(next)
      await until(valuesText(Object.entries(next)))
    },
    stop,
  }
}

/** @param {[string, unknown][]} values */
const valuesText = (values) => JSON.stringify(values.sort(([a], [b]) => (a < b ? -1 : 1)))

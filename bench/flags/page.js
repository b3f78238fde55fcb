import { bareReady, bareStream } from './bare.js'
import { clients } from './clients.js'

/** Between two changes of a flag, in milliseconds. */
const PAUSE_MS = 50

/** How often a measured loop is run; the median counts. */
const ROUNDS = 7

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Nanoseconds of one call: the median of some rounds, the first of which only warm up. */
function nanoseconds(calls, call) {
  const rounds = Array.from({ length: ROUNDS + 2 }, () => {
    const start = performance.now()
    for (let index = 0; index < calls; index += 1) call(index)
    return ((performance.now() - start) * 1e6) / calls
  })
  return median(rounds.slice(2))
}

/** Milliseconds until the flags are there. What was made is kept on the page, so that its heap can be looked at. */
export async function ready(name, url) {
  const start = performance.now()
  globalThis.kept = name === 'bare' ? await bareReady(url) : (await clients[name](url)).client
  return performance.now() - start
}

export async function evaluations(name, url, keys) {
  const { client } = await clients[name](url)
  globalThis.kept = client
  let sink
  const sameKey = keys[Math.floor(keys.length / 2)]
  const same = nanoseconds(200_000, () => (sink = client.variation(sameKey, false)))
  const spread = nanoseconds(200_000, (index) => (sink = client.variation(keys[index % keys.length], false)))
  const unknown = nanoseconds(50_000, () => (sink = client.variation('there-is-no-such-flag', false)))
  const all = nanoseconds(10, () => (sink = client.allFlags())) / 1000
  const track = nanoseconds(2000, () => client.track('quote sent', { total: 1200 }, 1)) / 1000
  return { same, spread, unknown, all, track, sink: typeof sink }
}

/** Milliseconds from asking the server for a change to its listener, and of the first `allFlags` after it, in µs. */
export async function patches(name, url, { key, count }) {
  const waiting = { resolve: (_at) => {} }
  const told = () => waiting.resolve(performance.now())
  let client
  if (name === 'bare') client = { allFlags: await bareStream(url, told) }
  else {
    const made = await clients[name](url)
    client = made.client
    made.onChange(key, told)
  }
  globalThis.kept = client
  // The stream is open when the server says so.
  await fetch(`${url}/bench/streaming`)
  const patchMs = []
  const allMicros = []
  for (let index = 0; index < count; index += 1) {
    const changed = new Promise((resolve) => (waiting.resolve = resolve))
    const start = performance.now()
    void fetch(`${url}/bench/patch?key=${key}`)
    patchMs.push((await changed) - start)
    const before = performance.now()
    client.allFlags()
    allMicros.push((performance.now() - before) * 1000)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return { patch: median(patchMs), allAfterChange: median(allMicros) }
}

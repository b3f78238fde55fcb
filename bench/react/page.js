import { createElement } from 'react'
import { candidates } from './candidates.js'
import { mount } from './mount.js'

const WARM_UPS = 3
/** How long after a change a further render is still waited for, in milliseconds. */
const QUIET_MS = 60

let made
let renders = 0

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Makes the client ready. */
export async function prepare(name, url) {
  made = await candidates[name](url)
}

function Reader({ name }) {
  renders += 1
  return createElement('li', { id: name }, String(made.useValue(name)))
}

function show(keys) {
  const readers = keys.map((key) => createElement(Reader, { key, name: key }))
  return mount(createElement(made.Provider, null, createElement('ul', null, readers)))
}

/** Milliseconds that each mount of a reader of every flag takes. */
export async function mounts(keys, rounds) {
  const all = []
  // The first third is left out: the page becomes faster by them.
  const warmUps = Math.ceil(rounds / 3)
  for (let round = 0; round < rounds + warmUps; round += 1) {
    const { ms, unmount } = await show(keys)
    all.push(ms)
    await unmount()
  }
  return all.slice(warmUps)
}

/** For each of some changes of one flag: milliseconds from the service to the document, and how many readers were rendered. */
export async function changes(url, { keys, rounds }) {
  const { unmount } = await show(keys)
  // The stream is open when the server says so.
  await fetch(`${url}/bench/streaming`)
  const results = []
  for (let round = 0; round < rounds + WARM_UPS; round += 1) {
    const key = keys[(round * 7919) % keys.length]
    renders = 0
    const changed = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        const sent = Number(document.getElementById(key).textContent)
        if (sent < 1e9) return
        observer.disconnect()
        resolve(performance.timeOrigin + performance.now() - sent)
      })
      observer.observe(document.getElementById(key), { subtree: true, childList: true, characterData: true })
    })
    await fetch(`${url}/bench/patch?key=${key}`)
    const ms = await changed
    await pause(QUIET_MS)
    results.push({ ms, renders })
  }
  await unmount()
  return results.slice(WARM_UPS)
}

import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { candidates } from './candidates.js'

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
  const root = createRoot(document.querySelector('#root'))
  const readers = keys.map((key) => createElement(Reader, { key, name: key }))
  const tree = createElement(made.Provider, null, createElement('ul', null, readers))
  const start = performance.now()
  // With the effects, in which hooks subscribe.
  flushSync(() => root.render(tree))
  const ms = performance.now() - start
  return { root, ms }
}

/** Milliseconds that each mount of a reader of every flag takes. */
export async function mounts(keys, rounds) {
  const all = []
  for (let round = 0; round < rounds + WARM_UPS; round += 1) {
    const { root, ms } = show(keys)
    all.push(ms)
    await pause(20)
    root.unmount()
    await pause(20)
  }
  return all.slice(WARM_UPS)
}

/** For each of some changes of one flag: milliseconds from the service to the document, and how many readers were rendered. */
export async function changes(url, { keys, rounds }) {
  const { root } = show(keys)
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
  root.unmount()
  return results.slice(WARM_UPS)
}

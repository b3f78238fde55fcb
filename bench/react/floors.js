import { createContext, createElement, useCallback, useContext } from 'react'
import { useEffect, useInsertionEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { TelltaleProvider, useFlag, useTelltale } from 'telltale/react'
import { makeTelltale } from './candidates.js'
import { mount } from './mount.js'

const WARM_UPS = 3

const Context = createContext(() => () => {})
const nothing = () => () => {}
const zero = () => 0

/** A reader's hook in each way that React has, from nothing to the library's: what a component pays that can change by itself. */
const ways = {
  nothing: () => 0,
  useContext: () => (useContext(Context), 0),
  useState: () => useState(0)[0],
  useInsertionEffect: () => (useInsertionEffect(nothing, []), 0),
  useLayoutEffect: () => (useLayoutEffect(nothing, []), 0),
  useEffect: () => (useEffect(nothing, []), 0),
  useStateAndEffect: () => (useEffect(nothing, []), useState(0)[0]),
  useStore: () => useSyncExternalStore(nothing, zero),
  useStoreOfContext(key) {
    const subscribe = useContext(Context)
    return useSyncExternalStore(
      useCallback((listener) => subscribe(key, listener), [subscribe, key]),
      () => (key ? 0 : 1),
    )
  },
  useWatched(key) {
    const { flags } = useTelltale()
    return useSyncExternalStore(
      useCallback((listener) => flags.watch(key, listener), [flags, key]),
      () => flags.getFlag(key)?.value ?? 0,
    )
  },
  useFlag: (key) => useFlag(key, 0),
}

let telltale

export async function prepare(url) {
  telltale = await makeTelltale(url)
}

/** Milliseconds of each mount, by way: one of each in turn, beginning with another one each time. */
export async function floors(keys, rounds) {
  const names = Object.keys(ways)
  const all = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds + WARM_UPS; round += 1) {
    const first = round % names.length
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const ms = await mountOnce(ways[name], keys)
      if (round >= WARM_UPS) all[name].push(ms)
    }
  }
  return all
}

async function mountOnce(useValue, keys) {
  const Reader = ({ name }) => createElement('li', { id: name }, String(useValue(name)))
  const readers = keys.map((key) => createElement(Reader, { key, name: key }))
  const tree = createElement(TelltaleProvider, { telltale }, createElement('ul', null, readers))
  // Garbage of the mount before it is not this one's.
  globalThis.gc?.()
  const { ms, unmount } = await mount(tree)
  await unmount()
  return ms
}

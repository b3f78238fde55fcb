import { sameJson } from '../core/lib/json.ts'
import type { Context } from '../core/model/flag.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The two versions of the vendor's client, as far as an injected client is used. Each behaves like the real SDK, including its
 * inconvenient behaviour; `packages/local/src/injectedClients.test.ts` shows the same with the real SDKs (3.9.5 and 4.10.3):
 *
 * | | version 3 | version 4 |
 * | --- | --- | --- |
 * | `getContext()` before the client has started | `null` | `undefined` |
 * | `getContext()` while it identifies | the former context | the new context, with the former flags |
 * | `getContext()` after a failure | the former context | the new context, with the former flags |
 * | `identify` resolves with | all values | a status, never a rejection; `timeout` after 5 s unless `noTimeout` |
 * | `identify` before the start | works | `error`, and no request is sent later |
 * | two `identify` at once | the later answer wins | one after the other |
 * | a late answer to the initial request | replaces the flags of the context identified since | arrives before any `identify` |
 * | `allFlags()` | records an evaluation of each flag | records nothing |
 * | `change` passes | the changed values | the context and the changed keys |
 */
export interface FakeVendorClient {
  /** The service's answer for a context. A test may make it throw or hang. */
  service: (context: Context) => Values | Promise<Values>
  readonly identified: Context[]
  /** The hash that each `identify` was given. */
  readonly hashes: unknown[]
  /** Each evaluation that the client would report to the service: `<context key>:<flag key>`. */
  readonly recorded: string[]
  readonly listenerCount: () => number
  /** The service streams new values of the context whose flags the client has. */
  push(values: Values): void
}

function createEmitter() {
  const listeners: [string, (...args: never[]) => void][] = []
  return {
    listeners,
    on: (name: string, listener: (...args: never[]) => void) => void listeners.push([name, listener]),
    off(name: string, listener: (...args: never[]) => void) {
      const index = listeners.findIndex((entry) => entry[0] === name && entry[1] === listener)
      if (index >= 0) listeners.splice(index, 1)
    },
    emit(name: string, ...args: unknown[]) {
      for (const [of, listener] of [...listeners]) if (of === name) listener(...(args as never[]))
    },
  }
}

const changedKeys = (before: Values, after: Values) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => !sameJson(before[key], after[key]))

/** Version 3 starts at once with its initial context. */
export function fakeVersion3(service: FakeVendorClient['service'], initial: Context = { kind: 'user', key: 'anon' }) {
  const emitter = createEmitter()
  let context: Context | null = null
  let flags: Values = {}
  const record = (key: string) => void client.recorded.push(`${String(context?.['key'])}:${key}`)
  const detailOf = (key: string, fallback: unknown) => {
    record(key)
    return key in flags
      ? { value: flags[key], variationIndex: 2, reason: { kind: 'FALLTHROUGH' } }
      : { value: fallback, variationIndex: null, reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' } }
  }
  function replace(next: Values) {
    const before = flags
    flags = { ...next }
    const keys = changedKeys(before, flags)
    if (!keys[0]) return
    const changes = keys.map((key) => [key, { ...(key in flags && { current: flags[key] }), previous: before[key] }])
    emitter.emit('change', Object.fromEntries(changes))
  }
  const client = {
    service,
    identified: [] as Context[],
    hashes: [] as unknown[],
    recorded: [] as string[],
    listenerCount: () => emitter.listeners.length,
    push: replace,
    on: emitter.on,
    off: emitter.off,
    getContext: () => structuredClone(context),
    waitUntilReady: () => ready,
    closed: 0,
    close() {
      client.closed += 1
      return Promise.reject(new Error('The last events could not be sent'))
    },
    async identify(next: Context, hash?: unknown) {
      client.identified.push(next)
      client.hashes.push(hash)
      const answer = await client.service(next)
      context = structuredClone(next)
      replace(answer)
      return { ...answer }
    },
    allFlags() {
      return Object.fromEntries(Object.keys(flags).map((key) => [key, detailOf(key, null).value]))
    },
    variation: (key: string, fallback?: unknown) => detailOf(key, fallback).value,
    variationDetail: detailOf,
    track: (key: string, _data?: unknown, metricValue?: number) => record(metricValue ? `${key}:${metricValue}` : key),
  }
  const ready = (async () => {
    await Promise.resolve()
    context = initial
    try {
      flags = await client.service(initial)
    } catch {
      flags = {}
    }
    emitter.emit('ready')
  })()
  return client satisfies FakeVendorClient
}

/** Version 4 does nothing until it is started. */
export function fakeVersion4(service: FakeVendorClient['service'], initial: Context = { kind: 'user', key: 'anon' }) {
  const emitter = createEmitter()
  let context: Context | undefined
  let owner: Context | undefined
  let flags: Values = {}
  let isStarted = false
  let isReady = false
  let queue: Promise<unknown> = Promise.resolve()
  async function executeAfter(former: Promise<unknown>, next: Context) {
    await former
    return execute(next)
  }
  let starting: Promise<unknown> | undefined
  async function begin() {
    const result = (queue = executeAfter(queue, initial)) as Promise<{ status: string }>
    const { status } = await result
    return { status: status === 'completed' ? 'complete' : 'failed' }
  }
  const record = (key: string) => void client.recorded.push(`${String(context?.['key'])}:${key}`)
  const detailOf = (key: string, fallback: unknown) => {
    record(key)
    return key in flags
      ? { value: flags[key], variationIndex: 2, reason: { kind: 'FALLTHROUGH' } }
      : { value: fallback, variationIndex: null, reason: { kind: 'ERROR', errorKind: 'FLAG_NOT_FOUND' } }
  }
  function replace(of: Context, next: Values) {
    const before = flags
    owner = of
    flags = { ...next }
    const keys = changedKeys(before, flags)
    if (keys[0]) emitter.emit('change', structuredClone(of), keys)
    emitter.emit('dataSourceStatus', { state: 'VALID' })
  }
  async function execute(next: Context) {
    context = structuredClone(next)
    try {
      replace(next, await client.service(next))
      return { status: 'completed' }
    } catch (error) {
      return { status: 'error', error }
    } finally {
      if (!isReady) emitter.emit('ready')
      isReady = true
    }
  }
  const client = {
    service,
    identified: [] as Context[],
    hashes: [] as unknown[],
    recorded: [] as string[],
    listenerCount: () => emitter.listeners.length,
    push: (values: Values) => context && replace(owner ?? context, values),
    /** The stream connects for the current context, as it also does after a failure. */
    connect: (values: Values) => context && replace(context, values),
    /** The stream breaks off. */
    interrupt: () => emitter.emit('dataSourceStatus', { state: 'INTERRUPTED' }),
    /** Ends the five seconds of the latest `identify`. */
    reachTimeout: () => {},
    on: emitter.on,
    off: emitter.off,
    start() {
      isStarted = true
      return (starting ??= begin())
    },
    closed: 0,
    close() {
      client.closed += 1
      return Promise.reject(new Error('The last events could not be sent'))
    },
    getContext: () => structuredClone(context),
    identify(next: Context, options: { noTimeout?: boolean; hash?: string } = {}) {
      client.identified.push(next)
      client.hashes.push(options.hash)
      if (!isStarted) return Promise.resolve({ status: 'error', error: new Error('Identify called before start') })
      queue = executeAfter(queue, next)
      const late = new Promise((resolve) => (client.reachTimeout = () => resolve({ status: 'timeout', timeout: 5 })))
      return options.noTimeout ? queue : Promise.race([queue, late])
    },
    allFlags: () => ({ ...flags }),
    variation: (key: string, fallback?: unknown) => detailOf(key, fallback).value,
    variationDetail: detailOf,
    track: (key: string, _data?: unknown, metricValue?: number) => record(metricValue ? `${key}:${metricValue}` : key),
  }
  return client satisfies FakeVendorClient
}

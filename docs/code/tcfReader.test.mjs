import { beforeEach, describe, expect, test } from 'vitest'
import { printedReader, start } from './printedReader.mjs'

const tcf = await printedReader('tcf')

/** The window of a page, which the test gives what a tool would. @type {Record<string, any>} */
let page
beforeEach(() => {
  page = {}
  Object.assign(globalThis, { window: page })
  return () => Reflect.deleteProperty(globalThis, 'window')
})

describe('the reader of TCF', () => {
  const reader = (/** @type {boolean | undefined} */ elsewhere = undefined) =>
    tcf({ analytics: [1, 8], messaging: [1, 4] }, elsewhere)

  /** A tool, which calls a listener at once, also while it loads. */
  function loadTool(/** @type {object} */ first = { cmpStatus: 'loading' }) {
    /** @type {Map<number, Function>} */
    const listeners = new Map()
    /** @type {unknown[][]} */
    const commands = []
    let now = first
    let isSuccess = true
    const call = (/** @type {number} */ id) => listeners.get(id)?.({ ...now, listenerId: id }, isSuccess)
    page['__tcfapi'] = (
      /** @type {string} */ command,
      /** @type {number} */ version,
      /** @type {Function} */ callback,
      /** @type {number} */ id,
    ) => {
      commands.push([command, version, id])
      if (command === 'removeEventListener') return callback(listeners.delete(id))
      listeners.set(listeners.size + 1, callback)
      call(listeners.size)
    }
    return {
      commands,
      listeners,
      say(/** @type {object} */ data, success = true) {
        now = data
        isSuccess = success
        for (const id of listeners.keys()) call(id)
      },
    }
  }

  const answer = (/** @type {number[]} */ allowed, eventStatus = 'tcloaded') => ({
    ...{ eventStatus, cmpStatus: 'loaded', gdprApplies: true },
    purpose: { consents: Object.fromEntries([1, 4, 8].map((id) => [id, allowed.includes(id)])) },
  })

  test('tells nothing, so that the layer reports it, if no tool is there', () => {
    const { told, stop } = start(reader(true))
    stop()
    expect(told).toEqual([])
  })

  test('tells nothing while the tool loads, whatever the callback has', () => {
    const tool = loadTool()
    const { told } = start(reader(true))
    tool.say({ cmpStatus: 'loading', gdprApplies: true, purpose: { consents: { 1: true, 8: true } } })
    tool.say({ cmpStatus: 'loading', gdprApplies: false })
    expect(told).toEqual([])
  })

  test('tells what was decided on an earlier page: a purpose needs all of its purposes of TCF', () => {
    loadTool(answer([1, 8]))
    expect(start(reader()).told).toEqual([{ analytics: true, messaging: false }])
    loadTool(answer([4, 8]))
    expect(start(reader()).told).toEqual([{ analytics: false, messaging: false }])
  })

  test('decides nothing while the user is asked, and then each answer', () => {
    const tool = loadTool()
    const { told } = start(reader())
    tool.say(answer([1, 4, 8], 'cmpuishown'))
    expect(told).toEqual([undefined])
    tool.say(answer([1, 4, 8], 'useractioncomplete'))
    tool.say(answer([1], 'cmpuishown'))
    tool.say(answer([1], 'useractioncomplete'))
    expect(told).toEqual([
      undefined,
      { analytics: true, messaging: true },
      undefined,
      { analytics: false, messaging: false },
    ])
  })

  test('is pending while it is not known whether the GDPR applies', () => {
    loadTool({ ...answer([1, 4, 8]), gdprApplies: undefined })
    expect(start(reader(true)).told).toEqual([undefined])
  })

  test('reads no other field where the GDPR does not apply', () => {
    const elsewhere = {
      ...{ eventStatus: 'tcloaded', cmpStatus: 'loaded', gdprApplies: false },
      get purpose() {
        return undefined
      },
    }
    loadTool(elsewhere)
    expect(start(reader()).told).toEqual([undefined])
    expect(start(reader(true)).told).toEqual([{ analytics: true, messaging: true }])
    expect(start(reader(false)).told).toEqual([{ analytics: false, messaging: false }])
  })

  test('allows nothing that the tool does not say', () => {
    const tool = loadTool()
    const { told } = start(reader())
    tool.say(answer([1, 4, 8]), false)
    expect(told).toEqual([])
    const odd = [undefined, {}, { consents: null }, { consents: { 1: 'true', 4: 1, 8: {} } }]
    for (const purpose of odd) tool.say({ ...answer([]), purpose })
    expect(told).toEqual(odd.map(() => ({ analytics: false, messaging: false })))
  })

  test('survives a tool that answers a failed call with nothing', () => {
    page['__tcfapi'] = (
      /** @type {unknown} */ _command,
      /** @type {unknown} */ _version,
      /** @type {Function} */ callback,
    ) => callback(null, false)
    const { told, stop } = start(reader(true))
    expect(stop).not.toThrow()
    expect(told).toEqual([])
  })

  test('removes its listener by its id, which is the fourth argument', () => {
    const tool = loadTool(answer([1, 8]))
    const { told, stop } = start(reader())
    stop()
    expect(tool.commands.at(-1)).toEqual(['removeEventListener', 2, 1])
    tool.say(answer([]))
    expect([told.length, tool.listeners.size]).toEqual([1, 0])
  })

  test('that was ended before the tool has called it removes its listener then, and tells nothing', () => {
    /** @type {Function} */
    let late = () => {}
    /** @type {unknown[]} */
    const removed = []
    page['__tcfapi'] = (
      /** @type {string} */ command,
      /** @type {number} */ _version,
      /** @type {Function} */ callback,
      /** @type {number} */ id,
    ) => {
      if (command === 'removeEventListener') removed.push(id)
      else late = callback
    }
    const { told, stop } = start(reader())
    stop()
    late({ ...answer([1, 8]), listenerId: 7 }, true)
    expect([told, removed]).toEqual([[], [7]])
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ConsoleMessage, ProfileOptions } from './engine.ts'
import { readWebKitConsole } from './readWebKitConsole.ts'
import { killMembers } from './processGroup.ts'

/** Debian's own: no other Python has its GObject bindings. */
const PYTHON = '/usr/bin/python3'
const SCRIPT = fileURLToPath(new URL('webkit.py', import.meta.url))

type TabEvent = 'left' | 'close' | 'crash'

/** A running webkit.py. */
export interface WebKitProgram {
  readonly version: string
  /** The group of all its processes. */
  readonly group: number
  readonly console: readonly ConsoleMessage[]
  openTabs(): readonly number[]
  ask<Answer = void>(command: string, details?: object): Promise<Answer>
  /** Resolves when this happens to the tab the next time. */
  heard(event: TabEvent, tab: number): Promise<void>
  stop(): Promise<void>
}

interface Asked {
  resolve(value: never): void
  reject(error: Error): void
}

interface WebKitOptions extends Omit<ProfileOptions, 'before'> {
  directory: string
  /** JavaScript. */
  before?: string | undefined
}

export async function startWebKitProgram(options: WebKitOptions, display: string): Promise<WebKitProgram> {
  const child = spawn(PYTHON, [SCRIPT, JSON.stringify(options)], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    // A group of its own, so that it can be killed as a whole.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const group = child.pid ?? 0
  const ended = once(child, 'exit')
  const asked = new Map<number, Asked>()
  const listeners = new Map<string, (() => void)[]>()
  const tabs = new Set<number>()
  const output = readWebKitConsole(child.stderr)
  let calls = 0

  const isReady = new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const { id, event, tab, value, error, version } = JSON.parse(line)
      if (event === 'ready') resolve(version)
      else if (event) tell(event, tab)
      else settle(id, { value, error })
    })
    void ended.then(() => reject(new Error(`WebKit does not start: ${output.rest().slice(-2_000)}`)))
    child.once('error', reject)
  })
  // A program that has ended answers no question.
  void ended.then(() => [...asked.keys()].forEach((id) => settle(id, { error: 'The browser has ended.' })))
  child.stdin.on('error', () => undefined)

  function tell(event: TabEvent, tab: number) {
    if (event === 'close') tabs.delete(tab)
    const waiting = listeners.get(`${event} ${tab}`) ?? []
    listeners.delete(`${event} ${tab}`)
    for (const hear of waiting) hear()
  }

  function settle(id: number, { value, error }: { value?: unknown; error?: string }) {
    const one = asked.get(id)
    asked.delete(id)
    if (error === undefined) one?.resolve(value as never)
    else one?.reject(new Error(error))
  }

  const version = await isReady
  return {
    version,
    group,
    console: output.messages,
    openTabs: () => [...tabs],
    ask(command, details = {}) {
      if (command === 'openTab' && 'tab' in details) tabs.add(Number(details.tab))
      const id = (calls += 1)
      child.stdin.write(`${JSON.stringify({ ...details, id, command })}\n`)
      return new Promise((resolve, reject) => asked.set(id, { resolve, reject }))
    },
    heard: (event, tab) =>
      new Promise((resolve) => {
        const key = `${event} ${tab}`
        listeners.set(key, [...(listeners.get(key) ?? []), resolve])
      }),
    async stop() {
      child.stdin.end()
      await ended
      await killMembers(group)
    },
  }
}

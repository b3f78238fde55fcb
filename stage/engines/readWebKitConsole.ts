import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import type { ConsoleMessage } from './engine.ts'

/** How WebKit prints a message: where it comes from, the kinds of source that are not the page's own calls, and its level. */
const FIRST_LINE = /^(?:\S+:\d+:\d+: )?CONSOLE (?:[A-Z]+ )?(LOG|DEBUG|INFO|WARN|ERROR) (.*)$/

const TYPES = { LOG: 'log', DEBUG: 'debug', INFO: 'info', WARN: 'warning', ERROR: 'error' } as const

/** Tells the messages of the pages' consoles from the rest of what WebKit prints. */
export function readWebKitConsole(input: Readable) {
  const messages: ConsoleMessage[] = []
  const others: string[] = []
  createInterface(input).on('line', (line) => {
    const [, level, text = ''] = FIRST_LINE.exec(line) ?? []
    const last = messages.at(-1)
    if (level) messages.push({ type: TYPES[level as keyof typeof TYPES], text })
    // A message of several lines goes on. GLib's own lines begin with the name of a process and its number.
    else if (last && !/^\(.*:\d+\): /.test(line))
      messages[messages.length - 1] = { ...last, text: `${last.text}\n${line}` }
    else others.push(line)
  })
  return { messages: messages as readonly ConsoleMessage[], rest: () => others.join('\n') }
}

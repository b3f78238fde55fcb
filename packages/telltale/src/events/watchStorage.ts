import type { Host } from '../core/host.ts'
import type { EventWrite } from './eventWrite.ts'

const MESSAGE =
  'the browser keeps no events (its storage is full, blocked or absent): what is not delivered when the page closes is lost'

/** Says whether the browser keeps what is tracked, and counts what only this page's memory keeps. Given such writes, or none. */
export function watchStorage({ bus }: Pick<Host, 'bus'>): (inMemory: readonly EventWrite[]) => void {
  let count = 0
  return (inMemory) => {
    const isDurable = inMemory.length === 0
    if (isDurable && count === 0) return // as nearly always
    // What takes the place of a draft was counted as that.
    count += inMemory.filter(({ type }) => type === 'hold' || type === 'append').length
    bus.publish('diagnosis', { storage: isDurable ? 'durable' : 'memory', inMemory: count })
    if (!isDurable) bus.publish('problem', { where: 'journal', message: MESSAGE })
  }
}

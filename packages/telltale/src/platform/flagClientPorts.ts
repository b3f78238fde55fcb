import { attempt } from '../core/lib/attempt.ts'
import { browserPorts } from './browserPlatform.ts'
import { laterTransport } from './laterTransport.ts'
import { visitor } from './visitor.ts'

/** The ports that a flag client on its own needs, without other tabs. */
export function flagClientPorts() {
  const ports = browserPorts()
  return {
    ...ports,
    transport: laterTransport(),
    storage: {
      ...ports.storage,
      getForeign: (name: string) => attempt(() => localStorage.getItem(name)) ?? undefined,
    },
    visitor,
  }
}

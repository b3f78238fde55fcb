import type { Log } from '../core/ports/log.ts'

export const consoleLog: Log = {
  error: (message) => console.error(message),
  warn: (message) => console.warn(message),
}

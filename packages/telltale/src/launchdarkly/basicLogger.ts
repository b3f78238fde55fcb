const LEVELS = ['debug', 'info', 'warn', 'error'] as const

type Level = (typeof LEVELS)[number]

/** Where a client's messages go. Telltale writes warnings and errors; `debug` and `info` are never called. */
export type LDLogger = Record<Level, (message: string) => void>

/** The options of `basicLogger`. */
export interface LDBasicLoggerOptions {
  /** The lowest level that is written; `info` if absent. */
  level?: Level | 'none'
  /** The prefix of each line; `[LaunchDarkly] ` if absent. */
  prefix?: string
  /** Receives each line, after the name of its level. The console's method of that level if absent. */
  destination?: (line: string) => void
}

/** Creates loggers as the v3 SDK does. Throws when `destination` is not a function. */
export const basicLoggerOn =
  (console: LDLogger) =>
  ({ level = 'info', prefix = '[LaunchDarkly] ', destination }: LDBasicLoggerOptions = {}): LDLogger => {
    if (destination !== undefined && typeof destination !== 'function') {
      throw new Error('basicLogger: destination must be a function. (T126)')
    }
    const least = level === 'none' ? LEVELS.length : LEVELS.indexOf(level)
    const write = (name: Level) => (message: string) =>
      destination ? destination(`${name}: ${prefix}${message}`) : console[name](prefix + message)
    const logger = Object.fromEntries(
      LEVELS.map((name, index) => [name, index < least ? () => {} : write(name)]),
    ) as LDLogger
    return logger
  }

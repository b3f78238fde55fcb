import { expect, test } from 'vitest'
import { basicLoggerOn } from './ldModel.ts'

const LEVELS = ['debug', 'info', 'warn', 'error'] as const

function consoleOf() {
  const lines: string[] = []
  const write = (level: string) => (line: string) => void lines.push(`${level}> ${line}`)
  return {
    lines,
    basicLogger: basicLoggerOn({
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
    }),
  }
}

test.each([
  [undefined, ['info> [LaunchDarkly] m', 'warn> [LaunchDarkly] m', 'error> [LaunchDarkly] m']],
  [{ level: 'error', prefix: '' } as const, ['error> m']],
  [{ level: 'none' } as const, []],
])('a basic logger with %j writes messages of its level and above to the console', (options, expected) => {
  const { lines, basicLogger } = consoleOf()
  const logger = basicLogger(options)
  for (const level of LEVELS) logger[level]('m')
  expect(lines).toEqual(expected)
})

test('a basic logger with a destination passes it each line with the name of its level', () => {
  const given: string[] = []
  const { lines, basicLogger } = consoleOf()
  const logger = basicLogger({ destination: (line) => given.push(line) })
  logger.warn('m')
  expect(given).toEqual(['warn: [LaunchDarkly] m'])
  expect(lines).toEqual([])
  expect(() => basicLogger({ destination: 'console' as never })).toThrow('destination must be a function')
})

import { parseArgs, type ParseArgsConfig } from 'node:util'
import { closest } from '../text/closest.ts'
import { oneLine } from './oneLine.ts'

/** The process that a command runs in. */
export interface Terminal {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the output is an interactive terminal. */
  readonly isInteractive: boolean
  out(text: string): void
  err(text: string): void
  /** Asks a question and resolves with whether the answer is yes. Absent if the terminal is not interactive. */
  confirm?(question: string): Promise<boolean>
}

/** A command of the command line. Resolves with the exit code. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<number>

/** Ways to end a command immediately. */
export const outcome = {
  said(terminal: Terminal, text: string): number {
    terminal.out(text)
    return 0
  },
  failed(terminal: Terminal, sentence: string): number {
    terminal.err(`telltale: ${oneLine(sentence)}\n`)
    return 1
  },
  wrong(terminal: Terminal, sentence: string, help: string): number {
    terminal.err(`telltale: ${oneLine(sentence)}\n\n${help}`)
    return 2
  },
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T; args: string[] }>>['values']

/** Reads the options of a command that accepts only options. Returns an exit code if the command has to end. */
export function readOptions<T extends Options>(
  args: readonly string[],
  options: T,
  { terminal, help }: { readonly terminal: Terminal; readonly help: string },
): Values<T> | number {
  try {
    const { values } = parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean', short: 'h' } } })
    return (values as { help?: boolean }).help ? outcome.said(terminal, help) : (values as Values<T>)
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).split('. ')[0] ?? ''
    const unknown = /^Unknown option '--(.*)'/.exec(message)?.[1]
    const meant = unknown && closest(unknown, Object.keys(options))
    return outcome.wrong(terminal, `${message}.${meant ? ` Did you mean --${meant}?` : ''}`, help)
  }
}

import { parseArgs, type ParseArgsConfig } from 'node:util'

/** What a command sees of the process it runs in. */
export interface Terminal {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a person looks at what it says. */
  readonly isInteractive: boolean
  out(text: string): void
  err(text: string): void
}

/** A command of the command line. Resolves with the exit code. */
export type Command = (args: readonly string[], terminal: Terminal) => Promise<number>

/** The ways in which a command ends at once. */
export const outcome = {
  said(terminal: Terminal, text: string): number {
    terminal.out(text)
    return 0
  },
  failed(terminal: Terminal, sentence: string): number {
    terminal.err(`telltale: ${sentence}\n`)
    return 1
  },
  wrong(terminal: Terminal, sentence: string, help: string): number {
    terminal.err(`telltale: ${sentence}\n\n${help}`)
    return 2
  },
}

type Options = NonNullable<ParseArgsConfig['options']>
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T; args: string[] }>>['values']

/** Reads the options of a command, which takes nothing but options: an exit code when it is over with that. */
export function readOptions<T extends Options>(
  args: readonly string[],
  options: T,
  { terminal, help }: { readonly terminal: Terminal; readonly help: string },
): Values<T> | number {
  try {
    const { values } = parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean', short: 'h' } } })
    return (values as { help?: boolean }).help ? outcome.said(terminal, help) : (values as Values<T>)
  } catch (error) {
    return outcome.wrong(terminal, (error instanceof Error ? error.message : String(error)).split('. ')[0] + '.', help)
  }
}

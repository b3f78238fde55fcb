import { type Command, CommanderError } from 'commander'
import { vi } from 'vitest'

/** Returns what runs the program, and resolves with what it prints, and what it complains of. */
export const programRunner =
  (createProgram: (version: string) => Command) =>
  async (...args: readonly string[]): Promise<string> => {
    const written: string[] = []
    const printed = vi.spyOn(console, 'log').mockImplementation((text: string) => void written.push(text))
    const complained = vi.spyOn(console, 'error').mockImplementation((text: string) => void written.push(text))
    const program = createProgram('0.0.0')
    const quiet = (command: Command) => {
      command
        .exitOverride()
        .configureOutput({ writeErr: (text) => written.push(text), writeOut: (text) => written.push(text) })
      command.commands.forEach(quiet)
    }
    quiet(program)
    try {
      await program.parseAsync(args, { from: 'user' })
    } catch (error) {
      // The command has written its own.
      if (!(error instanceof CommanderError)) return (error as Error).message
    } finally {
      printed.mockRestore()
      complained.mockRestore()
    }
    return written.join('\n')
  }

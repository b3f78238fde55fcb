import type { z } from 'zod'
import type { ServicesClient } from './servicesClient.ts'
import { ToolProblem } from './toolProblem.ts'

/** A tool of the server for agents. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** For the agent. */
  readonly description: string
  readonly input: z.ZodObject
  /** A tool that changes a file is offered only where changes are allowed. */
  readonly isReadOnly: boolean
  /** Throws a `ToolProblem` if there is no result. */
  run(given: unknown, services: ServicesClient): Promise<object>
}

interface ToolDefinition<T extends z.ZodObject> extends Omit<Tool, 'input' | 'run' | 'isReadOnly'> {
  readonly input: T
  readonly isReadOnly?: boolean
  run(given: z.output<T>, services: ServicesClient): Promise<object>
}

export function defineTool<T extends z.ZodObject>({ run, isReadOnly = true, ...rest }: ToolDefinition<T>): Tool {
  return {
    ...rest,
    isReadOnly,
    async run(given, services) {
      const read = rest.input.safeParse(given)
      if (!read.success) throw new ToolProblem(wrongArguments(read.error))
      return run(read.data, services)
    },
  }
}

/** The first of the problems as a sentence. */
function wrongArguments({ issues: [first] }: z.ZodError): string {
  const place = first?.path.join('.') ?? ''
  const sentence = first?.message.replace(/\.$/, '') ?? 'they are invalid'
  return `The arguments are wrong: ${place === '' ? '' : `${place}: `}${sentence}.`
}

import type { ConsoleMessage, ConsoleState } from '../console/consoleMessage.ts'
import type { ServicesClient } from './servicesClient.ts'
import { ToolProblem } from './toolProblem.ts'

type Of<T extends ConsoleMessage['type']> = Extract<ConsoleMessage, { readonly type: T }>

const ENDED = 'The local services ended before they had answered.'

/** The first message of a type that an open console receives. */
export async function firstMessage<T extends 'state' | 'connections'>(
  services: ServicesClient,
  type: T,
): Promise<Of<T>> {
  for await (const message of services.messages()) if (message.type === type) return message as Of<T>
  throw new ToolProblem(ENDED)
}

/** Everything that the console shows except events. It has the tokens of users: pass on only what is needed. */
export async function consoleState(services: ServicesClient): Promise<ConsoleState> {
  return (await firstMessage(services, 'state')).state
}

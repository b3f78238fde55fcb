import type { ConsoleState } from '../console/consoleMessage.ts'
import type { ConsoleConnections } from '../protocol/consoleConnections.ts'
import type { ServicesClient } from './servicesClient.ts'
import { ToolProblem } from './toolProblem.ts'

const ENDED = 'The local services ended before they had answered.'

/** Everything that the console shows except events. It has the tokens of users: pass on only what is needed. */
export async function consoleState(services: ServicesClient): Promise<ConsoleState> {
  for await (const message of services.messages()) if (message.type === 'state') return message.state
  throw new ToolProblem(ENDED)
}

/** The same, and the pages that are open. */
export async function stateAndConnections(
  services: ServicesClient,
): Promise<{ readonly state: ConsoleState; readonly connections: ConsoleConnections }> {
  let state: ConsoleState | undefined
  for await (const message of services.messages()) {
    if (message.type === 'state') state = message.state
    if (message.type === 'connections' && state) return { state, connections: message.connections }
  }
  throw new ToolProblem(ENDED)
}

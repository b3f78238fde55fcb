import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import manifest from '../../package.json' with { type: 'json' }
import { setFlag, setSampleUser } from './changeTools.ts'
import { getEvent, listEvents } from './eventTools.ts'
import { explainFlag, listFlags } from './flagTools.ts'
import { createListProblems, experimentResults, lossReport, type CheckProject } from './reportTools.ts'
import { createServicesClient } from './servicesClient.ts'
import type { Tool } from './tool.ts'
import { ToolProblem } from './toolProblem.ts'

export interface McpServerNeeds {
  /** Resolves with the address of the local services, or `undefined` if none are running. Called for each call of a tool. */
  readonly findServices: () => Promise<string | undefined>
  readonly checkProject: CheckProject
  /** Offers the tools that change flags.json and users.json. */
  readonly allowChanges: boolean
  /** How long a call may take. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** The part of that time which the checks of the doctor may take. */
const SHARE_OF_CHECKS = 0.6

/** A server of the Model Context Protocol that has the local services as tools. */
export function createMcpServer(needs: McpServerNeeds): McpServer {
  const { findServices, checkProject, allowChanges, timeoutMs = TIMEOUT_MS } = needs
  const listProblems = createListProblems(checkProject, timeoutMs * SHARE_OF_CHECKS)
  const reading = [listEvents, getEvent, listFlags, explainFlag, listProblems, lossReport, experimentResults]
  const all = [...reading, setFlag, setSampleUser]
  const tools = all.filter(({ isReadOnly }) => isReadOnly || allowChanges)
  const server = new McpServer(
    { name: 'telltale', title: 'Telltale', version: manifest.version },
    { capabilities: { tools: {} } },
  )

  // McpServer would report wrong arguments as JSON. These handlers report them as a sentence.
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(description) }))
  server.server.setRequestHandler(CallToolRequestSchema, async ({ params }, call): Promise<CallToolResult> => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) return failure(`There is no tool ${params.name}.`)
    const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)])
    try {
      const services = createServicesClient({ findServices, signal, timeoutMs })
      const result = await unless(signal, tool.run(params.arguments ?? {}, services))
      const text = JSON.stringify(result)
      return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) as Record<string, unknown> }
    } catch (error) {
      if (error instanceof ToolProblem) return failure(error.message)
      if (signal.aborted) return failure(`There was no result within ${timeoutMs / 1000} s.`)
      return failure(`The tool ${tool.name} failed: ${error instanceof Error ? error.message : String(error)}`)
    }
  })
  return server
}

function description({ name, title, description: text, input, isReadOnly }: Tool) {
  return {
    ...{ name, title, description: text },
    inputSchema: z.toJSONSchema(input, { io: 'input' }) as { type: 'object' },
    annotations: { title, readOnlyHint: isReadOnly, destructiveHint: !isReadOnly, openWorldHint: false },
  }
}

const failure = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })

/** Rejects as soon as the signal ends the call, whatever the work waits for. */
function unless<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, ended])
}

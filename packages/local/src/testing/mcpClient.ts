import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { createMcpServer, type McpServerNeeds } from '../mcp/createMcpServer.ts'

export interface McpClientForTest {
  readonly client: Client
  /** Calls a tool and returns its result, which has to be the same as its text. */
  result(name: string, args?: object): Promise<Readonly<Record<string, unknown>>>
  /** Calls a tool and returns the sentence of its error. */
  error(name: string, args?: object): Promise<string>
  close(): Promise<void>
}

/** Connects the SDK's client with a server for agents, without a process. */
export async function mcpClient(
  url: string | undefined,
  needs: Partial<McpServerNeeds> = {},
): Promise<McpClientForTest> {
  const server = createMcpServer({
    ...{ findServices: async () => url, checkProject: async () => [], allowChanges: false, ...needs },
  })
  const client = new Client({ name: 'test', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(there)
  await client.connect(here)

  async function call(name: string, args: object) {
    const {
      isError = false,
      content,
      structuredContent,
    } = (await client.callTool({
      ...{ name, arguments: { ...args } },
    })) as CallToolResult
    const [first] = content
    if (content.length !== 1 || first?.type !== 'text') throw new Error(`${name} has other content than one text.`)
    return { isError, text: first.text, structuredContent }
  }

  return {
    client,
    async result(name, args = {}) {
      const { isError, text, structuredContent } = await call(name, args)
      if (isError) throw new Error(`${name} failed: ${text}`)
      if (JSON.stringify(structuredContent) !== text) throw new Error(`${name} has another text than its result.`)
      return structuredContent as Readonly<Record<string, unknown>>
    },
    async error(name, args = {}) {
      const { isError, text } = await call(name, args)
      if (!isError) throw new Error(`${name} did not fail: ${text}`)
      return text
    },
    close: () => client.close(),
  }
}

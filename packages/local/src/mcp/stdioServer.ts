export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { createMcpServer } from './createMcpServer.ts'
export { isLoopbackUrl } from './servicesClient.ts'

import type { ConsoleMessage } from '../console/consoleMessage.ts'

/** Reads the messages of the console's stream. */
export async function* readMessages(body: AsyncIterable<Uint8Array>): AsyncGenerator<ConsoleMessage> {
  const decoder = new TextDecoder()
  const data = 'data: '
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith(data)) yield JSON.parse(line.slice(data.length)) as ConsoleMessage
  }
}

import { MESSAGES } from '../../../../docs/src/data/messages.ts'
import { outcome, type Command } from './terminal.ts'

const HELP = `Usage: telltale explain <code or message> …

Says what a message of Telltale means, why it appears and what to do. In a production build, a message has only what
varies and its code, such as "collector: 503 12 (T150)".

Options:
  --help  Show this

Exit codes: 0 explained; 1 there is no such code; 2 invalid arguments.
`

const byCode = new Map(MESSAGES.flatMap(({ messages }) => messages.map((message) => [message.code, message] as const)))

export const explainCommand: Command = async (args, terminal) => {
  if (args.includes('--help') || args.includes('-h')) return outcome.said(terminal, HELP)
  const codes = [
    ...new Set(
      args
        .join(' ')
        .match(/\bt\d+\b/gi)
        ?.map((code) => code.toUpperCase()),
    ),
  ]
  if (codes.length === 0) return outcome.wrong(terminal, 'There is no code, such as T67.', HELP)
  const unknown = codes.filter((code) => !byCode.has(code))
  if (unknown.length > 0)
    return outcome.failed(terminal, `There is no message ${unknown.join(', ')} in this version. Check the number.`)
  return outcome.said(terminal, codes.map(explained).join('\n'))
}

function explained(code: string): string {
  const { text = '', cause = '', remedy = '' } = byCode.get(code) ?? {}
  return `${code}  ${text}\n\nCause: ${plain(cause)}\nRemedy: ${plain(remedy)}\n`
}

/** Without the marks of Markdown. Its links lead nowhere here. */
const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')

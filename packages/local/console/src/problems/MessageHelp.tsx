import type { ReactNode } from 'react'
import { MESSAGES } from '../../../../../docs/src/data/messages.ts'
import classes from './MessageHelp.module.css'

const byCode = new Map(MESSAGES.flatMap(({ messages }) => messages.map((message) => [message.code, message] as const)))

/** The cause and the remedy of a message, from the documentation. */
export function MessageHelp({ code }: { readonly code: string }) {
  const message = byCode.get(code)
  if (message === undefined) return null
  return (
    <dl className={classes.help}>
      <dt>Cause</dt>
      <dd>{shown(message.cause)}</dd>
      <dt>Remedy</dt>
      <dd>{shown(message.remedy)}</dd>
    </dl>
  )
}

/** Markdown with code and links. A link of the documentation leads nowhere here. */
function shown(text: string): readonly ReactNode[] {
  return text
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split('`')
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{wordsOf(part)}</code> : part))
}

/** An element for each word: a line may end between them, and not after the hyphens of `--option`. */
const wordsOf = (code: string): readonly ReactNode[] =>
  code.split(/( )/).map((word, index) => (word === ' ' ? word : <span key={index}>{word}</span>))

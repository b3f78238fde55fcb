import { Fragment } from 'react'
import { wordParts } from './wordParts.ts'

/** A name that wraps between its words, never inside a word. */
export function Breakable({ text }: { readonly text: string }) {
  return wordParts(text).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

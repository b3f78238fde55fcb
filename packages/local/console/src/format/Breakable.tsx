import { Fragment } from 'react'
import { wordParts } from './wordParts.ts'

/** A name that goes on in the next line between its words, and never inside one of them. */
export function Breakable({ text }: { readonly text: string }) {
  return wordParts(text).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

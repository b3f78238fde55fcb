import { h, setText } from './h.ts'

/** How long it is said that the text was copied, in milliseconds. */
const SAID_MS = 5_000

/** A button that copies a text. Where the browser forbids it, as in some frames, the text can be selected. `undefined`: too long. */
export function copyButton(name: string, textOf: () => string | undefined): HTMLElement {
  const said = h('span', { class: 'note', role: 'status' })
  let timer: ReturnType<typeof setTimeout> | undefined
  const field = h('input', { readonly: true, 'aria-label': name, hidden: true })

  function say(words: string) {
    clearTimeout(timer)
    setText(said, words)
    timer = setTimeout(() => setText(said, ''), SAID_MS)
  }

  async function copy() {
    const text = textOf()
    if (text === undefined) return say('Too long for an address.')
    try {
      await navigator.clipboard.writeText(text)
      field.hidden = true
      say('Copied.')
    } catch {
      field.value = text
      field.hidden = false
      field.focus()
      field.select()
      // It is said as long as the field is there.
      clearTimeout(timer)
      setText(said, 'The browser does not permit it: copy it from the field.')
    }
  }

  return h('span', { class: 'line' }, h('button', { type: 'button', click: () => void copy() }, name), field, said)
}

import { h, setText } from './h.ts'

/** A button that copies a text. Where the browser forbids it, as in some frames, the text can be selected. `undefined`: too long. */
export function copyButton(name: string, textOf: () => string | undefined): HTMLElement {
  const said = h('span', { class: 'note', role: 'status' })
  const field = h('input', { readonly: true, 'aria-label': name, hidden: true })

  async function copy() {
    const text = textOf()
    if (text === undefined) return setText(said, 'Too long for an address.')
    try {
      await navigator.clipboard.writeText(text)
      setText(said, 'Copied.')
    } catch {
      field.value = text
      field.hidden = false
      field.focus()
      field.select()
      setText(said, 'The browser does not permit it: copy it from the field.')
    }
  }

  return h('span', { class: 'line' }, h('button', { type: 'button', click: () => void copy() }, name), field, said)
}

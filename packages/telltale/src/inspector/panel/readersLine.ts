import type { FlagReaders } from './flagReaders.ts'
import { h, setText } from './h.ts'
import type { Outlines } from './outlines.ts'

/** Who reads a flag, with a button that outlines these components on the page. */
export function readersLine(key: string, outlines: Outlines) {
  const words = h('span', { class: 'note' })
  const button = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false', click: toggle })
  const said = h('span', { class: 'note', role: 'status' })
  let elements: readonly Element[] = []

  function toggle() {
    if (outlines.isOf(button)) outlines.end()
    else outlines.start(button, elements)
    say()
  }

  function say() {
    setText(said, outlines.isOf(button) ? outlines.words() : '')
  }

  return {
    element: h('div', { class: 'line readers' }, words, button, said),
    update(readers: FlagReaders) {
      elements = readers.elements
      setText(words, readers.words)
      const name = `Show ${elements.length === 1 ? 'it' : 'them'} on the page`
      setText(button, name)
      button.setAttribute('aria-label', `${name}: ${key}`)
      button.hidden = elements.length === 0
      if (outlines.isOf(button)) outlines.change(elements)
      say()
    },
  }
}

import type { FlagReaders } from './flagReaders.ts'
import { h, setText } from './h.ts'
import type { Outlines } from './outlines.ts'

/** Who reads a flag, with a button that outlines these components on the page. */
export function readersLine(key: string, outlines: Outlines) {
  const words = h('span', { class: 'note' })
  const element = h('div', { class: 'line readers' }, words)
  let elements: readonly Element[] = []
  let button: HTMLElement | undefined
  const said = h('span', { class: 'note', role: 'status' })

  function toggle() {
    if (!button) return
    if (outlines.isOf(button)) outlines.end()
    else outlines.start(button, elements)
    say()
  }

  function say() {
    const isShown = button !== undefined && outlines.isOf(button)
    setText(said, isShown ? outlines.words() : '')
  }

  return {
    element,
    update(readers: FlagReaders) {
      elements = readers.elements
      setText(words, readers.words)
      if (elements.length > 0 && !button) {
        button = h('button', { type: 'button', class: 'quiet', 'aria-pressed': 'false', click: toggle })
        element.append(button, said)
      }
      if (!button) return
      button.hidden = elements.length === 0
      const name = `Show ${elements.length === 1 ? 'it' : 'them'} on the page`
      setText(button, name)
      button.setAttribute('aria-label', `${name}: ${key}`)
      if (outlines.isOf(button)) outlines.change(elements)
      say()
    },
  }
}

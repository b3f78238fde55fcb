import type { Frame } from '../createFrame.ts'
import { h } from './h.ts'

/** The maximum number of elements that are outlined. */
const MAX_OUTLINES = 100

export type Outlines = ReturnType<typeof createOutlines>

/** Outlines elements of the page above everything else, and follows them. Only one button at a time has its elements outlined. */
export function createOutlines(frame: Pick<Frame, 'host' | 'element'>) {
  const boxes = h('div')
  let pressed: HTMLElement | undefined
  let shown: readonly Element[] = []
  let next = 0

  function end() {
    pressed?.setAttribute('aria-pressed', 'false')
    pressed = undefined
    cancelAnimationFrame(next)
    for (const target of [window, frame.element]) target.removeEventListener('keydown', onKey, true)
    boxes.remove()
  }

  function onKey(event: Event) {
    if ((event as KeyboardEvent).key !== 'Escape' || event.target === frame.host) return
    // Within the panel, this key would also close it. The page may have its own use for it.
    if (event.currentTarget === frame.element) event.stopPropagation()
    end()
  }

  function follow() {
    // The row of the button was removed, or another tab is shown.
    if (!pressed?.isConnected) return end()
    shown.forEach((element, index) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const box = boxes.children[index] as HTMLElement
      // A Content-Security-Policy may forbid the attribute, but not this.
      box.style.cssText = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`
      box.hidden = !width || !height
    })
    next = requestAnimationFrame(follow)
  }

  /** Its middle is within the window, and the panel does not cover it. */
  function isInView(element: Element): boolean {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return !!width && !!height && top !== null && top !== frame.host
  }

  /** Outlines these elements from now on. */
  function change(elements: readonly Element[]) {
    shown = elements.slice(0, MAX_OUTLINES)
    boxes.replaceChildren(...shown.map(() => h('div', { class: 'outline', hidden: true })))
  }

  return {
    end,
    change,
    isOf: (button: HTMLElement) => pressed === button,
    /** Outlines the elements, and scrolls to the first one. */
    start(button: HTMLElement, elements: readonly Element[]) {
      end()
      pressed = button
      button.setAttribute('aria-pressed', 'true')
      change(elements)
      frame.element.append(boxes)
      for (const target of [window, frame.element]) target.addEventListener('keydown', onKey, true)
      const [first] = shown
      if (first && !isInView(first))
        first.scrollIntoView({
          // The panel covers the lower half of a narrow window.
          block: innerWidth > 600 ? 'center' : 'start',
          behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
        })
      follow()
    },
    /** How many of them can be seen, in words. */
    words: () => `${shown.filter(isInView).length} of ${shown.length} in view.`,
  }
}

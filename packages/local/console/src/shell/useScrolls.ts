import { useLayoutEffect, useState, type RefObject } from 'react'

/** Whether the content of an element is larger than the element. */
export function useScrolls(scroller: RefObject<HTMLElement | null>): boolean {
  const [scrolls, setScrolls] = useState(false)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return undefined
    const look = () => setScrolls(box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
    const sizes = new ResizeObserver(look)
    const observe = () => {
      sizes.disconnect()
      // The content grows without the box.
      for (const one of [box, ...box.children]) sizes.observe(one)
      look()
    }
    const children = new MutationObserver(observe)
    children.observe(box, { childList: true })
    observe()
    return () => {
      sizes.disconnect()
      children.disconnect()
    }
  }, [scroller])
  return scrolls
}

import { useLayoutEffect, useState, type RefObject } from 'react'
import { tabbable } from 'tabbable'

/**
 * The `tabIndex` of a region that scrolls. The region is a tab stop while its content is larger than the region and contains no tab stop.
 * Otherwise, the keyboard scrolls it from its controls. It can always be focused by script: a region that has the focus and stops
 * scrolling keeps the focus.
 */
export function useScrollStop(region: RefObject<HTMLElement | null>): 0 | -1 {
  const [isStop, setStop] = useState(false)
  useLayoutEffect(() => {
    const box = region.current
    if (box === null) return undefined
    const inspect = () => {
      const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1
      setStop(scrolls && tabbable(box).length === 0)
    }
    const sizes = new ResizeObserver(inspect)
    const observe = () => {
      sizes.disconnect()
      // The content grows without the box.
      for (const one of [box, ...box.children]) sizes.observe(one)
      inspect()
    }
    const elements = new MutationObserver(observe)
    elements.observe(box, { childList: true, subtree: true })
    observe()
    return () => {
      sizes.disconnect()
      elements.disconnect()
    }
  }, [region])
  return isStop ? 0 : -1
}

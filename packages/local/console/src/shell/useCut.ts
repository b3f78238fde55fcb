import { useLayoutEffect, useState, type RefObject } from 'react'

/** The sides at which something that scrolls sideways goes on beyond its edge. */
export type Cut = 'none' | 'start' | 'end' | 'both'

export function useCut(scroller: RefObject<HTMLElement | null>): Cut {
  const [cut, setCut] = useState<Cut>('none')
  useLayoutEffect(() => {
    const box = scroller.current
    if (box === null) return undefined
    const inspect = () => {
      const start = box.scrollLeft > 1
      const end = box.scrollLeft + box.clientWidth < box.scrollWidth - 1
      setCut(start ? (end ? 'both' : 'start') : end ? 'end' : 'none')
    }
    const observer = new ResizeObserver(inspect)
    observer.observe(box)
    // What is in it grows without the box.
    for (const child of box.children) observer.observe(child)
    box.addEventListener('scroll', inspect, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', inspect)
    }
  }, [scroller])
  return cut
}

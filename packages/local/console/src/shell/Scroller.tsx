import { useRef, type ReactNode } from 'react'
import scrolling from './scrolling.module.css'
import { useScrolls } from './useScrolls.ts'

interface ScrollerProps {
  readonly name: string
  readonly className?: string | undefined
  /** The element: `pre` for code. */
  readonly as?: 'div' | 'pre'
  readonly children: ReactNode
}

/** A named region that scrolls. It is a tab stop while there is something to scroll to, even if it has no controls. */
export function Scroller({ name, className = '', as: Element = 'div', children }: ScrollerProps) {
  const box = useRef<HTMLDivElement & HTMLPreElement>(null)
  const scrolls = useScrolls(box)
  return (
    <Element
      className={`${scrolling.scrolling} ${className}`}
      ref={box}
      // Not undefined: when the element that has the focus stops to scroll, it keeps the focus.
      tabIndex={scrolls ? 0 : -1}
      role="group"
      aria-label={name}
    >
      {children}
    </Element>
  )
}

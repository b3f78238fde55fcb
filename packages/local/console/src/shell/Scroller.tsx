import { useRef, type ReactNode } from 'react'
import scrolling from './scrolling.module.css'
import { useScrollStop } from './useScrollStop.ts'

interface ScrollerProps {
  readonly name: string
  readonly className?: string | undefined
  /** The element: `pre` for code. */
  readonly as?: 'div' | 'pre'
  readonly children: ReactNode
}

/** A named region that scrolls. It is a tab stop while it scrolls and has no controls. */
export function Scroller({ name, className = '', as: Element = 'div', children }: ScrollerProps) {
  const box = useRef<HTMLDivElement & HTMLPreElement>(null)
  const tabIndex = useScrollStop(box)
  return (
    <Element
      className={`${scrolling.scrolling} ${className}`}
      ref={box}
      tabIndex={tabIndex}
      role="group"
      aria-label={name}
    >
      {children}
    </Element>
  )
}

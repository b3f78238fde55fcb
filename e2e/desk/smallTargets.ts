import type { Page } from '@playwright/test'

/** Pixels in both directions: success criterion 2.5.8 of WCAG 2.2. */
const LEAST = 24

/**
 * The controls of the current page that are smaller than 24 by 24 pixels. A control and its label are one target. Links in
 * a sentence are exempt, as in the criterion.
 */
export function smallTargets(page: Page): Promise<readonly string[]> {
  return page.evaluate((least) => {
    const PRESSABLE =
      'a[href], button, summary, select, input:not([type=hidden]), textarea, [role=option], [role=menuitem], [role=tab]'
    const boxOf = (element: Element) => {
      // A link may stretch over its row, all of which can be pressed.
      const after = getComputedStyle(element, '::after')
      if (after.content !== 'none' && after.position === 'absolute' && element instanceof HTMLElement)
        return (element.offsetParent ?? element).getBoundingClientRect()
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const boxes = [element, ...labels].map((one) => one.getBoundingClientRect())
      const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
      const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))]
      return { width: right - left, height: bottom - top }
    }
    const isInSentence = (element: Element) =>
      element.matches('a') && getComputedStyle(element).display === 'inline' && element.closest('p, li') !== null
    return [...document.querySelectorAll(PRESSABLE)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !isInSentence(element) && getComputedStyle(element).clipPath === 'none')
      .map((element) => ({ element, ...boxOf(element) }))
      .filter(({ width, height }) => width < least - 0.5 || height < least - 0.5)
      .map(({ element, width, height }) => {
        const name = element.ariaLabel ?? (element.textContent || element.className)
        return `${element.tagName.toLowerCase()} “${name}”: ${Math.round(width)} × ${Math.round(height)}`
      })
  }, LEAST)
}

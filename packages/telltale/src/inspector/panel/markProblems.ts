import { addStyles } from '../addStyles.ts'
import type { Inspected } from '../inspected.ts'

/** Says at the button of the closed panel how many problems there are. */
export function markProblems({ frame: { button, root }, seen, signal }: Inspected): void {
  function mark() {
    const count = seen.problems().filter(({ endedAt }) => endedAt === undefined).length
    if (count === 0) button.removeAttribute('aria-label')
    else button.setAttribute('aria-label', `Telltale: ${count} problem${count === 1 ? '' : 's'}`)
  }

  addStyles(root, STYLES)
  mark()
  signal.addEventListener('abort', seen.subscribe(mark))
}

const STYLES = `
.opener[aria-label]::after {
  content: '!'; position: absolute; left: -8px; top: -8px; width: 16px; border-radius: 8px; background: #b3261e; color: #fff;
  font: 700 12px/16px system-ui; text-align: center;
}
`

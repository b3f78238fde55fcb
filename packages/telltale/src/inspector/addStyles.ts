import { attempt } from '../core/lib/attempt.ts'

/** Adds styles that a Content-Security-Policy without `unsafe-inline` permits. Browsers before 2023 have only an element for it. */
export function addStyles(root: ShadowRoot, css: string): void {
  const isAdopted = attempt(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    return true
  })
  if (isAdopted) return
  const style = document.createElement('style')
  style.textContent = css
  root.append(style)
}

/** Attributes by name, `true` for one without a value. A function is a listener, and `undefined` and `false` are left out. */
export type Attributes = Readonly<Record<string, string | boolean | undefined | ((event: Event) => void)>>

/** Makes an element. It needs no HTML, which Trusted Types forbid, and no style attribute, which a Content-Security-Policy may forbid. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(attribute, value)
    else if (value === true) element.setAttribute(attribute, '')
    else if (typeof value === 'string') element.setAttribute(attribute, value)
  }
  element.append(...children)
  return element
}

/** Changes the text of an element only if it differs, so that a selection in it is kept. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

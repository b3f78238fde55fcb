// oxlint-disable no-underscore-dangle -- the name that Vitest's class has given its member
import {
  getByRoleSelector,
  getByTextSelector,
  getByLabelSelector,
  Locator,
  selectorEngine,
} from '@vitest/browser/locators'
import { page } from 'vitest/browser'

/** Vitest finds elements by itself; a provider says how they are clicked and filled in. */
class EngineLocator extends Locator {
  /** @param {string} selector @param {Element | undefined} [container] */
  constructor(selector, container) {
    super()
    this.selector = selector
    this._container = container
  }

  /** As a user can: only what is on top at its centre hears it. @override */
  async click() {
    const element = await this.findElement()
    element.scrollIntoView({ block: 'center' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const onTop = document.elementFromPoint(x + width / 2, y + height / 2)
    if (!(onTop instanceof HTMLElement || onTop instanceof SVGElement) || !element.contains(onTop))
      throw new Error(`Something covers ${this.selector}.`)
    onTop.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, view: window }))
  }

  /** @param {string} text @override */
  async fill(text) {
    const element = await this.findElement()
    if (!(element instanceof HTMLInputElement)) throw new Error(`${this.selector} is not an input.`)
    element.focus()
    // React replaces the setter of the element, and would not see the change.
    Reflect.set(HTMLInputElement.prototype, 'value', text, element)
    element.dispatchEvent(new InputEvent('input', { bubbles: true, data: text, inputType: 'insertText' }))
    element.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** @param {string} selector @override */
  locator(selector) {
    return new EngineLocator(`${this.selector} >> ${selector}`, this._container)
  }

  /** @param {Element} element @override */
  elementLocator(element) {
    return elementLocator(element)
  }
}

/** @param {Element} element */
function elementLocator(element) {
  return new EngineLocator(selectorEngine.generateSelectorSimple(element), element)
}

page.extend({
  getByLabelText: (text, options) => new EngineLocator(getByLabelSelector(text, options)),
  getByRole: (role, options) => new EngineLocator(getByRoleSelector(role, options)),
  getByText: (text, options) => new EngineLocator(getByTextSelector(text, options)),
  elementLocator,
})

import type { Inspected } from '../inspected.ts'
import { h, setText } from './h.ts'
import type { Tab, TabContent } from './tab.ts'

interface Shown {
  /** The name of the first tab that is shown. */
  readonly first: string
  /** Called with the name of each tab that is chosen. */
  onChoose(name: string): void
}

/** Tabs with their contents, of which one is shown. [spec] https://www.w3.org/WAI/ARIA/apg/patterns/tabs/ */
export function tabList(
  tabs: readonly Tab[],
  inspected: Inspected,
  { first, onChoose }: Shown,
): Required<TabContent> & { choose(name: string): void } {
  const buttons = tabs.map((_tab, index) =>
    h('button', {
      type: 'button',
      role: 'tab',
      id: `tab-${index}`,
      'aria-controls': 'content',
      click: () => pick(index),
    }),
  )
  const list = h('div', { class: 'tabs', role: 'tablist', 'aria-label': 'What to inspect', keydown: onKey }, ...buttons)
  const content = h('div', { class: 'content', role: 'tabpanel', id: 'content', tabindex: '0' })
  const created = new Map<number, TabContent>()
  let current = 0
  choose(Math.max(0, placeOf(first)))

  function choose(index: number) {
    current = index
    buttons.forEach((button, place) => {
      button.setAttribute('aria-selected', String(place === index))
      button.tabIndex = place === index ? 0 : -1
    })
    content.setAttribute('aria-labelledby', `tab-${index}`)
    content.replaceChildren(contentOf(index).element)
    content.scrollTop = 0
    update()
  }

  function placeOf(name: string) {
    return tabs.findIndex((tab) => tab.name === name)
  }

  function pick(index: number) {
    choose(index)
    onChoose(tabs[index]?.name ?? '')
  }

  function contentOf(index: number): TabContent {
    const known = created.get(index) ?? tabs[index]?.create(inspected) ?? { element: h('div'), update() {} }
    created.set(index, known)
    return known
  }

  function onKey(event: Event) {
    const { key } = event as KeyboardEvent
    const last = buttons.length - 1
    const places: Readonly<Record<string, number>> = {
      ArrowLeft: current === 0 ? last : current - 1,
      ArrowRight: current === last ? 0 : current + 1,
      Home: 0,
      End: last,
    }
    const index = places[key]
    if (index === undefined) return
    event.preventDefault()
    pick(index)
    buttons[index]?.focus()
  }

  function update() {
    tabs.forEach(({ name, count, isActive }, index) => {
      const number = count?.(inspected) ?? 0
      const button = buttons[index]
      const isOn = isActive?.(inspected) ?? false
      button?.toggleAttribute('data-active', isOn)
      // The mark is a colour and a sign.
      if (isOn) button?.setAttribute('aria-label', `${name}, on`)
      else button?.removeAttribute('aria-label')
      if (button) setText(button, number > 0 ? `${name} ${number}` : name)
    })
    contentOf(current).update()
  }

  return {
    element: h('div', { class: 'body' }, list, content),
    update,
    choose(name) {
      pick(placeOf(name))
      buttons[current]?.focus()
    },
    stop: () => created.forEach((one) => one.stop?.()),
  }
}

/** A row of a list, which stays the same element as long as its item is shown: the focus and what was typed stay in it. */
export interface Row<Item> {
  readonly element: HTMLElement
  update(item: Item): void
}

/** Shows the items of a list, one row for each key. Returns a function that shows other items. */
export function rows<Item>(
  list: HTMLElement,
  keyOf: (item: Item) => string,
  create: (item: Item) => Row<Item>,
): (items: readonly Item[]) => void {
  const shown = new Map<string, Row<Item>>()
  return (items) => {
    const keys = new Set(items.map(keyOf))
    for (const [key, row] of shown) {
      if (keys.has(key)) continue
      row.element.remove()
      shown.delete(key)
    }
    const root = list.getRootNode() as Document | ShadowRoot
    const focused = root.activeElement
    let place = list.firstElementChild
    for (const item of items) {
      const key = keyOf(item)
      const row = shown.get(key) ?? create(item)
      shown.set(key, row)
      row.update(item)
      // An element that is moved loses the focus: only those that stand elsewhere are.
      if (row.element === place) place = place.nextElementSibling
      else list.insertBefore(row.element, place)
    }
    if (focused && root.activeElement !== focused && list.contains(focused))
      (focused as HTMLElement).focus({ preventScroll: true })
  }
}

/** Where the focus was: enough to find a neighbour when the element is gone. */
export interface FocusPlace {
  readonly element: HTMLElement
  /** The part of the page that it belongs to. */
  readonly part: Element | null
  /** Whether it is in the view, and not in the header or in a dialog. */
  readonly isInView: boolean
  /** All sections around it, the innermost first. */
  readonly around: readonly HTMLElement[]
  /** If the element removes a row: of what kind, and its position among its like in each of `around`. */
  readonly kind: string | undefined
  readonly positions: readonly number[]
}

/** What holds rows or controls, and is named: a pane, a section of a form, a rule. */
const HOLDERS = 'section, article, main'

export function placeOf(element: HTMLElement): FocusPlace {
  const around: HTMLElement[] = []
  let holder = element.closest<HTMLElement>(HOLDERS)
  while (holder !== null) {
    around.push(holder)
    holder = holder.parentElement?.closest<HTMLElement>(HOLDERS) ?? null
  }
  const kind = element.dataset['removes']
  return {
    element,
    isInView: element.closest('main') !== null,
    part: element.closest('section[aria-label], [role=dialog], [role=menu], main'),
    around,
    kind,
    positions: kind === undefined ? [] : around.map((one) => removersIn(one, kind).indexOf(element)),
  }
}

/** What gets the focus now that the element of the last place is gone: a neighbour, or what is around it. */
export function nextFocus(places: readonly FocusPlace[]): HTMLElement | undefined {
  const last = places.at(-1)
  const index = last?.around.findIndex(isShown) ?? -1
  const holder = last?.around[index]
  if (last !== undefined && holder !== undefined && !holder.matches('main'))
    return rowIn(holder, last.kind, last.positions[index]) ?? focusable(holder)
  // A whole pane, a dialog or a menu is gone: back to where the focus was before, which was in the view if it was a pane.
  const before = places.filter(({ element }) => isShown(element) && !element.matches(':disabled, main, h2')).reverse()
  const main = document.querySelector('main')
  const inView = last?.isInView ? before.find(({ isInView }) => isInView) : undefined
  return (inView ?? before[0])?.element ?? (main === null ? undefined : startOf(main))
}

function rowIn(holder: HTMLElement, kind: string | undefined, position = 0): HTMLElement | undefined {
  if (kind === undefined) return undefined
  const left = removersIn(holder, kind).filter((one) => !one.matches(':disabled'))
  return left[Math.min(position, left.length - 1)] ?? holder.querySelector<HTMLElement>('[data-adds]') ?? undefined
}

function removersIn(holder: Element, kind: string): readonly HTMLElement[] {
  return [...holder.querySelectorAll<HTMLElement>(`[data-removes="${kind}"]`)]
}

function isShown(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility()
}

/**
 * Where reading and the next Tab go on in a view: its first heading. A ring around a heading says more than a frame around the
 * whole page. A view without a heading, such as one that is still loaded, takes the focus itself.
 */
function startOf(view: HTMLElement): HTMLElement {
  const heading = [...view.querySelectorAll('h2')].find(isShown)
  return focusable(heading ?? view)
}

/** Moves the focus to where the view starts. */
export function focusView(): void {
  const main = document.querySelector('main')
  if (main !== null) startOf(main).focus()
}

/** A container takes the focus only from here, and is no tab stop. */
export function focusable(holder: HTMLElement): HTMLElement {
  if (!holder.hasAttribute('tabindex')) holder.tabIndex = -1
  return holder
}

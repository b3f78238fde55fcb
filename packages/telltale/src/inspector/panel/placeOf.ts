/** A fiber with its element, if it is that of an element. */
interface PlacedFiber {
  readonly child?: PlacedFiber | null
  readonly stateNode?: unknown
}

/** Where a component is in the page: its first element, with an id or a class. It has nothing of the text. */
export function placeOf(fiber: PlacedFiber): string | undefined {
  let inner: PlacedFiber | null | undefined = fiber
  while (inner && !(inner.stateNode instanceof Element)) inner = inner.child
  const element = inner?.stateNode
  if (!(element instanceof Element)) return undefined
  const own = nameOf(element)
  const { parentElement } = element
  return /[#.]/.test(own) || !parentElement ? own : `${nameOf(parentElement)} > ${own}`
}

function nameOf({ localName, id, classList }: Element): string {
  if (id) return `${localName}#${id}`
  return classList[0] ? `${localName}.${classList[0]}` : localName
}

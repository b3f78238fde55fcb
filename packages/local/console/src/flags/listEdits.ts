/** Returns the list with one item replaced. */
export function replaced<T>(list: readonly T[], index: number, item: T): readonly T[] {
  return list.map((one, place) => (place === index ? item : one))
}

export function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, place) => place !== index)
}

/** Returns the list with an item moved up (-1) or down (1). Unchanged if there is no such position. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const [one, other] = [list[index], list[index + by]]
  if (one === undefined || other === undefined) return list
  return list.map((item, place) => (place === index ? other : place === index + by ? one : item))
}

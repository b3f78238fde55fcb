/** The list with one item in the place of another. */
export function replaced<T>(list: readonly T[], index: number, item: T): readonly T[] {
  return list.map((one, place) => (place === index ? item : one))
}

export function without<T>(list: readonly T[], index: number): readonly T[] {
  return list.filter((_, place) => place !== index)
}

/** The list with an item one place further up (-1) or down (1); as it is where there is no such place. */
export function moved<T>(list: readonly T[], index: number, by: -1 | 1): readonly T[] {
  const [one, other] = [list[index], list[index + by]]
  if (one === undefined || other === undefined) return list
  return list.map((item, place) => (place === index ? other : place === index + by ? one : item))
}

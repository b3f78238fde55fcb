/** The most wrong letters that still count as a slip. */
const MAX_WRONG = 2

/**
 * The known word that was probably meant, or `undefined` if none is similar. At most one letter in three may be wrong: among
 * short words, any other one would be similar.
 */
export function closest(word: string, known: readonly string[]): string | undefined {
  for (let wrong = 0; wrong <= MAX_WRONG; wrong++) {
    const found = known.find(
      (other) => other.length >= 3 * wrong && isWithin(wrong, word.toLowerCase(), other.toLowerCase()),
    )
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether one word becomes the other when at most `wrong` letters are changed, added, removed or swapped with the next. */
function isWithin(wrong: number, one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return isWithin(wrong, a, b)
  const isSwapped = one[0] === b[0] && a[0] === other[0]
  return (
    wrong > 0 &&
    (isWithin(wrong - 1, a, other) ||
      isWithin(wrong - 1, one, b) ||
      isWithin(wrong - 1, a, b) ||
      (isSwapped && isWithin(wrong - 1, a.slice(1), b.slice(1))))
  )
}

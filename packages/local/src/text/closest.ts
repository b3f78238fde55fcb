/** The most wrong letters that still count as a typing mistake. */
const MAX_WRONG = 2

/** The known word that was probably meant, or `undefined` if none is similar. */
export function closest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((other) => ({ other, wrong: distance(word.toLowerCase(), other.toLowerCase()) }))
    .filter(({ wrong, other }) => wrong <= Math.min(MAX_WRONG, Math.max(1, other.length - 2)))
    .sort((a, b) => a.wrong - b.wrong)
  return best?.other
}

/** The optimal string alignment distance: how many letters have to be changed, added, removed or swapped with the next. */
function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, i) => [i])
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let j = 1; j <= other.length; j++) rows[0]!.push(j)
  for (let i = 1; i <= one.length; i++)
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swap = isSwapped ? at(i - 2, j - 2) + 1 : Infinity
      rows[i]!.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (isSame ? 0 : 1), swap))
    }
  return at(one.length, other.length)
}

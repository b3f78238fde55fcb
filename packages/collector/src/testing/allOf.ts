/** Everything that comes in pages. */
export async function allOf<Item>(pages: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const all: Item[] = []
  for await (const page of pages) all.push(...page)
  return all
}

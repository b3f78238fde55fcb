/** The names of a flag's parts in its form: for a part as a whole, and for one item of a list. */
const PARTS: Readonly<Record<string, readonly [whole: string, item?: string]>> = {
  rules: ['Rules', 'Rule'],
  targets: ['Targets', 'Target'],
  contextTargets: ['Context targets', 'Context target'],
  prerequisites: ['Prerequisites', 'Prerequisite'],
  variations: ['Variations', 'Variation'],
  variationNames: ['Names of the variations', 'Variation'],
  metadata: ['Metadata'],
  fallthrough: ['Default rule'],
  offVariation: ['Off variation'],
  key: ['Key'],
  json: ['JSON'],
}

/** Where a problem is, in the words of the form: `rules[0].clauses[1].values` is "Rule 1, condition 2". */
export function problemPlace(path: string): string {
  const [, part = '', index] = /^(\w+)(?:\[(\d+)\])?/.exec(path) ?? []
  const [whole = part, item = whole] = PARTS[part] ?? []
  return [
    index === undefined ? whole : `${item} ${place(index)}`,
    ...numbered(path, 'condition', /\.clauses\[(\d+)\]/),
    ...numbered(path, 'variation', /\.rollout\.variations\[(\d+)\]/),
  ].join(', ')
}

function numbered(path: string, name: string, pattern: RegExp): readonly string[] {
  const index = pattern.exec(path)?.[1]
  return index === undefined ? [] : [`${name} ${place(index)}`]
}

/** Counted from 1, as in the form. */
const place = (index: string) => Number(index) + 1

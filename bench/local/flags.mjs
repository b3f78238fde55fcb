/** Flags of each sort: switches, rules about a company, percentage rollouts. What is served when one is on differs from when it is off. */
export const ENVIRONMENT = 'bench'
export const FLAGS = 50
export const COMPANIES = 20

export function flagsFile() {
  const flags = Object.fromEntries(Array.from({ length: FLAGS }, (_, index) => [keyOf(index), flag(index)]))
  return { environments: { production: ENVIRONMENT }, flags, segments: {} }
}

/** @param {number} index */
export const keyOf = (index) => `flag-${index}`

/** @param {number} index */
function flag(index) {
  const rule = {
    id: 'company',
    variation: 1,
    clauses: [{ attribute: 'company_id', op: 'in', values: [`company-${index % COMPANIES}`] }],
  }
  const rollout = {
    contextKind: 'user',
    variations: [
      { variation: 1, weight: 50_000 },
      { variation: 2, weight: 50_000 },
    ],
  }
  return {
    version: 1,
    on: false,
    variations: ['off', 'on', 'other'],
    offVariation: 0,
    rules: index % 3 === 1 ? [rule] : [],
    fallthrough: index % 3 === 2 ? { rollout } : { variation: 2 },
    clientSideAvailability: { usingEnvironmentId: true },
  }
}

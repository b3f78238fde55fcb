/**
 * @typedef {import('@mdn/browser-compat-data').Identifier} Identifier
 * @typedef {import('@mdn/browser-compat-data').CompatStatement} Row
 * @typedef {Pick<import('./touchedApis.mjs').Touch, 'name' | 'kind' | 'owners' | 'own' | 'isLanguage' | 'method'>} Named
 */

/** Options that the tables do not list, because every version of the function takes them. */
const AS_OLD_AS_THEIR_FUNCTION = new Set([
  'IDBDatabase.createObjectStore keyPath',
  'IDBObjectStore.createIndex multiEntry',
  'LockManager.request ifAvailable',
  'Proxy apply',
  'Proxy get',
  'TextDecoder.decode stream',
  'fetch body',
  'fetch cache',
  'fetch headers',
  'fetch method',
  'fetch redirect',
])

/**
 * The row of MDN’s compatibility tables that is about an API.
 *
 * @param {Record<'api' | 'javascript', Identifier>} tables
 * @param {Named} touch
 * @returns {Row | undefined} undefined when the tables do not list it
 */
export function compatRow(tables, touch) {
  const { owners, isLanguage } = touch
  const table = isLanguage ? tables.javascript['builtins'] : tables.api
  const holders = owners.length > 0 ? owners.map((owner) => table?.[owner]) : [table, tables.api['Window']]
  // A document hears what bubbles up from its elements.
  if (touch.kind === 'event') holders.push(tables.api['Element'])
  for (const holder of holders) {
    const row = rowIn(holder, touch)?.['__compat']
    if (row) return row
  }
  return undefined
}

/** @param {Identifier | undefined} holder an interface, or everything that is global @param {Named} touch @returns {Identifier | undefined} */
function rowIn(holder, { name, kind, own, method = '' }) {
  switch (kind) {
    case 'global':
      return holder?.[own]
    case 'constructor':
      return holder?.[own]?.[own]
    case 'event':
      return holder?.[`${own}_event`]
    case 'member':
      return holder?.[own] ?? holder?.[`${own}_static`] ?? holder?.[own.replace(/^on(.+)/, '$1_event')]
    case 'option': {
      const options = holder?.[method]?.['options_parameter']
      const isOld = AS_OLD_AS_THEIR_FUNCTION.has(name)
      return isOld ? holder?.[method] : (options?.[`options_${own}_parameter`] ?? options?.[own])
    }
  }
}

/**
 * What the library uses where a browser has it and does without elsewhere. Everything else that it touches is required, also what
 * it asks for before it is used, such as `BroadcastChannel`, but all browsers of the age have.
 *
 * @typedef {object} UsedIfThere
 * @property {string} what the first column of the table in docs/src/content/docs/trust/browsers.md
 * @property {readonly string[]} apis names of touches, as `touchedApis` gives them
 * @property {string} without what a page does where it is missing
 * @property {{ file: string, title: string }} test that shows it
 */

/** @type {readonly UsedIfThere[]} */
export const usedIfThere = [
  {
    what: '`fetch` with `keepalive`',
    apis: ['fetch keepalive'],
    without: 'An event whose request is cut off as the page closes is sent by the next page of the site.',
    test: {
      file: 'packages/telltale/src/layer/createTelltale.test.ts',
      title: 'right after `track` hands the event over, and the next page delivers it if that was in vain',
    },
  },
  {
    what: '`CompressionStream`',
    apis: ['CompressionStream', 'new CompressionStream', 'ReadableStream.pipeThrough'],
    without: 'Batches are sent uncompressed.',
    test: older('without CompressionStream a large batch is sent uncompressed'),
  },
  {
    what: 'Web Locks',
    apis: ['Navigator.locks', 'LockManager.request', 'LockManager.request ifAvailable'],
    without: 'Each tab acts as if it were the only one: an event may be sent twice, with the same id.',
    test: older('without Web Locks a tab runs its task as the only tab'),
  },
  {
    what: '`crypto.randomUUID`',
    apis: ['Crypto.randomUUID'],
    without: 'Ids are made from `crypto.getRandomValues`.',
    test: older('without crypto.randomUUID ids are still UUIDs of version 4'),
  },
  {
    what: '`durability` of IndexedDB transactions',
    apis: ['IDBDatabase.transaction durability'],
    without: 'The option is ignored; how soon a write is on the disk is the browser’s choice.',
    test: older('a browser that ignores the durability of a transaction keeps what is written'),
  },
  {
    what: '`beforeunload`',
    apis: ['Window beforeunload event'],
    without: 'A request that is rejected because its page is left may be taken for a lost network.',
    test: older('without beforeunload a request that is rejected has lost its network'),
  },
  {
    what: '`freeze` and `resume` of a page',
    apis: ['Document freeze event', 'Document resume event'],
    without: 'The page hands over its events at `visibilitychange` and `pagehide`, which come before.',
    test: older('a page that is hidden hands over its events without hearing freeze'),
  },
  {
    what: '`navigator.doNotTrack`',
    apis: ['Navigator.doNotTrack'],
    without: 'The visitor has stated no preference: goals of the flag service are recorded.',
    test: older('a browser without doNotTrack has not asked for it'),
  },
]

/** @param {string} title */
function older(title) {
  return { file: 'packages/telltale/src/olderBrowsers.browser.test.ts', title }
}

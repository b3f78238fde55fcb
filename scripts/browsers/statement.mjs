import { BROWSERS } from './oldestVersions.mjs'

/** @typedef {import('./oldestVersions.mjs').Versions} Versions */

/**
 * The oldest browsers, as the documents state them.
 *
 * @param {Versions} oldest
 */
export function statement(oldest) {
  return Object.keys(BROWSERS)
    .map((browser) => `${browser} ${oldest[browser] ?? '(none)'}`)
    .join(', ')
}

/**
 * What is required and what is used if there, in Markdown.
 *
 * @param {import('./judgeApis.mjs').Judged} judged
 * @param {{ count: number, tables: string }} measured
 */
export function apiTable({ oldest, deciding, optional }, { count, tables }) {
  const browsers = Object.keys(BROWSERS)
  const row = (/** @type {readonly string[]} */ cells) => `| ${cells.join(' | ')} |`
  const versionsIn = (/** @type {Versions} */ versions) => browsers.map((browser) => versions[browser] ?? 'none')
  const isListed = (/** @type {Versions} */ versions) => browsers.some((browser) => versions[browser] !== undefined)
  const decides = browsers.map((browser) => `${browser} by ${shortest(deciding[browser] ?? []).join(', ')}`)
  return [
    `The library touches ${count} APIs of the browser and of the language. By version ${tables} of MDN’s compatibility tables, these are the`,
    `oldest versions that have all it requires: **${statement(oldest)}**. They are decided for ${decides.join('; for ')}.`,
    'What it uses where a browser has it, and does without elsewhere:',
    '',
    row(['what', ...browsers, 'without it', 'shown by the test']),
    row(Array.from({ length: browsers.length + 3 }, () => '---')),
    ...optional.map(({ entry, versions }) =>
      row([
        entry.what,
        ...(isListed(versions) ? versionsIn(versions) : browsers.map(() => 'not listed')),
        entry.without,
        entry.test.title,
      ]),
    ),
  ].join('\n')
}

/** The members of an interface go without saying where it is named itself. @param {readonly string[]} names */
function shortest(names) {
  const isPart = (/** @type {string} */ name) =>
    names.some((other) => name === `new ${other}` || name.startsWith(`${other}.`) || name.startsWith(`${other} `))
  return names.filter((name) => !isPart(name)).map((name) => `\`${name}\``)
}

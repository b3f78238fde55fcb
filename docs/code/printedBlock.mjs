import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { root } from '../../scripts/ensureInstalled.mjs'
import { codeBlocks } from './codeBlocks.mjs'

/** @param {string} page */
const read = (page) => readFileSync(join(root, 'docs/src/content/docs', page), 'utf8')

/**
 * The only block under a heading, as the page prints it.
 *
 * @param {string} page
 * @param {string} heading with its number signs
 * @param {string} [language]
 */
export function printedBlock(page, heading, language = '') {
  const sections = read(page).split(/^(?=##+ )/m)
  const section = sections.filter((one) => one.startsWith(`${heading}\n`)).join('')
  const blocks = [...section.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter((match) => match[1] === language)
  const [, , code] = only(blocks, `block of ${page}, ${heading}`)
  return code ?? ''
}

/** A file that a page shows in TypeScript, as JavaScript. @param {string} page @param {string} file */
export function printedScript(page, file) {
  const blocks = codeBlocks(read(page)).filter((block) => block.file === file)
  const { code } = only(blocks, `${file} in ${page}`)
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.ReactJSX }
  return ts.transpileModule(code, { compilerOptions }).outputText
}

/**
 * The text with other words in some places. Each word must be there exactly once: otherwise a page that has changed would be run with
 * the addresses that it prints.
 *
 * @param {string} text @param {Readonly<Record<string, string>>} words
 */
export function replaced(text, words) {
  return Object.entries(words).reduce((before, [word, other]) => {
    const parts = before.split(word)
    only(parts.slice(1), `place of ${word}`)
    return parts.join(other)
  }, text)
}

/** @template T @param {readonly T[]} found @param {string} what @returns {T} */
function only(found, what) {
  const [one] = found
  if (one === undefined || found.length > 1) throw new Error(`There are ${found.length}, and not one: ${what}`)
  return one
}

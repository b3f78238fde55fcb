import { describe, expect, test } from 'vitest'
import { entryLogic } from './entryLogic.mjs'

describe('binding and re-exporting is what an entry is for', () => {
  test.each([
    "'use client'\nexport { useFlag } from './react/useFlag.ts'",
    "export type { Flag } from './core/model/flag.ts'\nexport * from './a.ts'",
    'export const createTelltale = bind(createLayer, browserPlatform)',
    'export function createTelltale(settings: Settings): Telltale {\n  return createLayer(settings, browserPlatform())\n}',
    'export const collector = (settings: Settings) => createCollector({ ...settings, now: () => platform().now })',
    'declare global {\n  var heap: Heap | undefined\n}\nexport const a = () => make(() => globalThis.heap)',
    'export interface Register {}\nexport type Level = "a" | "b"',
  ])('%s', (text) => {
    expect(entryLogic('index.ts', text)).toEqual([])
  })
})

describe('deciding, repeating and computing is not', () => {
  test.each([
    ['export const a = (x: boolean) => (x ? one() : two())', 'a choice'],
    ['export const a = (x: number) => x ?? 1', 'an operator'],
    ['export const a = (x: boolean) => !x', 'an operator'],
    ['export function a(x: boolean) { if (x) b() }', 'an if'],
    ['export function a() { const x = b(); return x }', 'a body of more than one statement'],
    ['export const a = async () => await b()', 'an await'],
    ['export function a() { for (;;) b() }', 'a loop'],
    ['export function a() { throw new Error() }', 'a throw'],
    ['export class A {}', 'a class'],
    ['let count = 0', 'a variable'],
    ['export const a = (x: string) => `${x}/b`', 'a template'],
    ['start()', 'code that runs at import'],
    ["import './polyfill.ts'", 'code that runs at import'],
  ])('%s', (text, what) => {
    expect(entryLogic('index.ts', text)).toEqual([
      { line: 1, sentence: `An entry holds no logic, and this is ${what}: move it below.` },
    ])
  })
})

import { join } from 'node:path'
import { build } from 'vite'
import { describe, expect, test } from 'vitest'
import { root } from '../ensureInstalled.mjs'

const APPLICATION = '\0application'

/** As the documentation tells to write it: the condition is the application's. */
const code = `
import { createTelltale } from 'telltale'
import { validateEvents } from 'telltale/validate'
import { z } from 'zod'

export const telltale = createTelltale({
  ...globalThis.settings,
  observers: import.meta.env.DEV ? [validateEvents(async () => ({ Opened: z.object({}) }))] : [],
})
`

/** @param {boolean} isDevelopment */
async function bundle(isDevelopment) {
  const result = await build({
    root: join(root, 'packages/telltale'),
    configFile: false,
    logLevel: 'silent',
    define: { 'import.meta.env.DEV': String(isDevelopment) },
    resolve: { conditions: ['@telltale/source', 'module', 'browser'] },
    plugins: [
      {
        name: 'application',
        resolveId: (id) => (id === APPLICATION ? id : undefined),
        load: (id) => (id === APPLICATION ? code : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: APPLICATION, preserveEntrySignatures: 'strict' },
    },
  })
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : []
  const chunks = outputs.flatMap(({ output }) => output).flatMap((file) => (file.type === 'chunk' ? [file] : []))
  return {
    text: chunks.map((chunk) => chunk.code).join('\n'),
    modules: chunks.flatMap((chunk) => Object.keys(chunk.modules)),
  }
}

describe('validation', () => {
  test('is in a development build that asks for it', async () => {
    const { text, modules } = await bundle(true)
    expect(text).toContain('of which')
    expect(text).toContain('is nested, which')
    expect(text).toContain('It is not among the events')
    expect(modules.filter((id) => id.includes('/zod/'))).not.toEqual([])
  })

  test('is not in a production build, not a sentence of it, nor a schema library', async () => {
    const { text, modules } = await bundle(false)
    expect(modules.some((id) => id.includes('/src/layer/createTelltale.ts'))).toBe(true)
    expect(modules.filter((id) => /\/(validate|define|zod)[/.]|vendorLimits/.test(id))).toEqual([])
    const sentences = ['of which', 'is nested, which', 'It is not among', 'schema']
    expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([])
  })
})

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

// Writes the typefaces of the console with the characters that the pages use, so that every page can have both. They are not committed.

const out = fileURLToPath(new URL('../.fonts', import.meta.url))
const { resolve } = createRequire(import.meta.url)

/** The characters of ASCII, and what the texts have beside them. Another one is shown in a font of the system. */
const CHARACTERS = `${String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))}\u00a0…–—’‘“”·•→×±≤≥µ§°©é⌘`

/** The code of a page shows characters as they are typed: without ligatures, and in one weight, its font is a quarter as large. */
const FONTS = [
  { name: 'instrument-sans', options: { variationAxes: { wght: { min: 400, max: 700 } } } },
  { name: 'jetbrains-mono', options: { variationAxes: { wght: 400 }, noLayoutClosure: true } },
]

await mkdir(out, { recursive: true })
for (const { name, options } of FONTS) {
  const file = resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`)
  const font = await subsetFont(await readFile(file), CHARACTERS, { targetFormat: 'woff2', ...options })
  await writeFile(join(out, `${name}.woff2`), font)
  console.log(`${name}.woff2: ${font.length} bytes`)
}

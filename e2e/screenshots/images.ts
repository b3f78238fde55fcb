import { fileURLToPath } from 'node:url'

/** Where the pictures of the documents lie. */
export const image = (name: string) => fileURLToPath(new URL(`../../docs/images/${name}.png`, import.meta.url))

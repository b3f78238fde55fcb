import { visitorPart, type Visitor } from './identity/visitorPart.ts'

/**
 * A visitor in this browser while nobody is signed in: an id in `localStorage`, which events and the context of the flags have, and one
 * event, `Visitor signed in`, that links it to the person. After a sign-out the browser gets another one. Where nothing can be stored there
 * is no visitor.
 *
 * @example
 * ```ts
 * identity: { visitor: visitor() },
 * ```
 */
export const visitor = (): Visitor => visitorPart(loadJoinVisitor)

/** Bundlers split this `import()` into a lazy chunk. */
async function loadJoinVisitor() {
  const { joinVisitor } = await import('./lazy/lazyChunk.ts')
  return joinVisitor
}

export type { Visitor }

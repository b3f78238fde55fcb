import { defineRouteMiddleware } from '@astrojs/starlight/route-data'
import { renderDocument } from './renderDocument.ts'

/** Pages that are a whole document of the repository. */
const DOCUMENTS: Readonly<Record<string, string>> = { 'trust/architecture': 'ARCHITECTURE.md' }

/** The table of contents of such a page: Starlight knows only the headings of the page's own file. */
export const onRequest = defineRouteMiddleware(async ({ locals }) => {
  const { id, toc } = locals.starlightRoute
  const path = DOCUMENTS[id]
  if (!path || !toc) return
  const { headings } = await renderDocument(path)
  toc.items.push(...headings.filter(({ depth }) => depth === 2).map((heading) => ({ ...heading, children: [] })))
})

import { renderDocument } from './renderDocument.ts'

/** Pages that are a whole document of the repository. */
const DOCUMENTS: Readonly<Record<string, string>> = { 'trust/architecture': 'ARCHITECTURE.md' }

interface Heading {
  readonly depth: number
  readonly slug: string
  readonly text: string
  readonly children: readonly Heading[]
}

/** What Starlight gives to a middleware of its routes, as far as it is needed here. */
interface Context {
  readonly locals: {
    readonly starlightRoute: {
      readonly id: string
      readonly toc: { items: Heading[] } | undefined
      hasSidebar: boolean
      editUrl: URL | undefined
    }
  }
}

/**
 * Gives such a page its table of contents: Starlight knows only the headings of the page's own file. Each page has the list of pages, as
 * a menu on a telephone. The home page does not show it beside its text.
 */
export async function onRequest({ locals }: Context): Promise<void> {
  const { id, toc } = locals.starlightRoute
  locals.starlightRoute.hasSidebar = true
  // These pages are made from the sources.
  if (id.startsWith('reference/api')) locals.starlightRoute.editUrl = undefined
  const path = DOCUMENTS[id]
  if (!path || !toc) return
  const { headings } = await renderDocument(path)
  toc.items.push(...headings.filter(({ depth }) => depth === 2).map((heading) => ({ ...heading, children: [] })))
}

import { createMarkdownProcessor } from '@astrojs/markdown-remark'
import { accessibleContent } from '../../plugins/accessibleContent.mjs'
import { siteLinks } from '../../plugins/siteLinks.mjs'
import { read, root } from './repository.ts'
import { sectionOf } from './sectionOf.ts'

/**
 * A Markdown document of the repository as HTML, with its headings. With a section, only what a command writes into that section,
 * except its heading; without one, the whole document except its title.
 */
export async function renderDocument(path: string, section?: string) {
  const document = read(path)
  const text = (section === undefined ? document : sectionOf(document, section)).replace(/^##? .*\n/, '')
  const processor = await createMarkdownProcessor({
    syntaxHighlight: false,
    remarkPlugins: [[siteLinks, { root }]],
    rehypePlugins: [[accessibleContent, { plainCode: true }]],
  })
  // The types leave out `fileURL`, which the plugin for links reads.
  const options = { frontmatter: {}, fileURL: new URL(`file://${root}/${path}`) }
  const { code, metadata } = await processor.render(text, options)
  return { html: code, headings: metadata.headings }
}

const inline = createMarkdownProcessor({ syntaxHighlight: false, rehypePlugins: [accessibleContent] })

/** A sentence or two of Markdown as HTML, without a paragraph around it. */
export async function renderText(text: string): Promise<string> {
  const { code } = await (await inline).render(text)
  const [, content] = /^<p>([^]*)<\/p>$/.exec(code.trim()) ?? []
  if (content === undefined || content.includes('<p>')) throw new Error(`This is not one paragraph: ${text}`)
  return content
}

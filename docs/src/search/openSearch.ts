/** What is used of the index that Pagefind has written. */
interface Index {
  debouncedSearch(text: string): Promise<{ results: { data(): Promise<Result> }[] } | null>
}

interface Result {
  readonly url: string
  /** HTML of the index: text, with `mark` around what was found. */
  readonly excerpt: string
  /** What was found under each heading. The text above the first heading has the address of the page. */
  readonly sub_results: readonly Section[]
  readonly meta: { readonly title: string }
  /** The elements of the page that have an id. */
  readonly anchors: readonly { readonly id: string }[]
}

interface Section {
  readonly title: string
  readonly url: string
  readonly excerpt: string
  /** The places of the words in the page. */
  readonly locations: readonly number[]
}

const MAX_RESULTS = 8
const MAX_SECTIONS = 3

/** Makes the button of an element open its dialog, and the dialog search the index of the site. */
export function openSearch(element: HTMLElement) {
  const dialog = element.querySelector('dialog')
  const input = element.querySelector('input')
  const list = element.querySelector('ol')
  const count = element.querySelector('[data-count]')
  if (!dialog || !input || !list || !count) return
  let index: Promise<Index> | undefined
  const shortcut = element.querySelector('[data-shortcut]')
  if (shortcut && /Mac|iPhone|iPad/.test(navigator.userAgent)) shortcut.textContent = '⌘ K'

  const open = () => {
    if (!dialog.open) dialog.showModal()
    input.select()
    index ??= loadIndex()
  }
  element.querySelector('[data-open-search]')?.addEventListener('click', open)
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  })
  input.form?.addEventListener('keydown', (event) => {
    // Enter in the field would close the dialog: it opens the first result.
    if (event.key !== 'Enter' || event.target !== input) return
    event.preventDefault()
    list.querySelector('a')?.click()
  })
  list.addEventListener('click', ({ target }) => {
    // A result may be on this page.
    if (target instanceof Element && target.closest('a')) dialog.close()
  })
  input.addEventListener('input', async () => {
    // Null: another letter was typed meanwhile.
    const found = await (await index)?.debouncedSearch(input.value)
    if (!found) return
    const results = await Promise.all(found.results.slice(0, MAX_RESULTS).map((result) => result.data()))
    count.textContent = input.value === '' ? '' : countLine(found.results.length)
    list.replaceChildren(...results.map((result) => itemOf(result, input.value)))
  })
}

/** The index is written after the bundler has run: it must not look for it. */
function loadIndex(): Promise<Index> {
  const address = new URL(`${import.meta.env.BASE_URL}pagefind/pagefind.js`, location.href).href
  return import(/* @vite-ignore */ address) as Promise<Index>
}

function countLine(count: number): string {
  if (count === 0) return 'No page has these words.'
  return count === 1 ? '1 page' : `${count} pages`
}

/** The code of a message leads to its entry: `T22` or `(T22)` is the id `t22`. */
function addressOf({ url, anchors }: Result, words: string): string {
  const id = words.replace(/[()\s]/g, '').toLowerCase()
  return anchors.some((anchor) => anchor.id === id) ? `${url}#${id}` : url
}

function itemOf(result: Result, words: string): HTMLLIElement {
  const address = addressOf(result, words)
  const isEntry = address !== result.url
  const sections = isEntry ? [] : bestSections(result)
  const item = document.createElement('li')
  // Without sections, the page's own text is shown.
  const page = linkOf({ title: result.meta.title, url: address, excerpt: sections.length > 0 ? '' : result.excerpt })
  const part = document.createElement('small')
  part.textContent = partOf(result.url)
  page.querySelector('strong')?.after(' ', part)
  item.append(page)
  if (sections.length === 0) return item
  const list = document.createElement('ul')
  list.append(
    ...sections.map((section) => {
      const row = document.createElement('li')
      row.append(linkOf(section))
      return row
    }),
  )
  item.append(list)
  return item
}

/** The part of the site in which a page is, as the sidebar names it. */
function partOf(url: string): string {
  const path = new URL(url, location.href).pathname
  if (path.includes('/reference/api/')) return 'API'
  const [part] = ['Start', 'Guides', 'Reference', 'Trust'].filter((name) => path.includes(`/${name.toLowerCase()}/`))
  return part ?? ''
}

/** Those with most of the words, in the order of the page. What stands above the first heading is the page itself. */
function bestSections({ sub_results }: Result): readonly Section[] {
  const sections = sub_results.filter(({ url }) => /#(?!_top$)/.test(url))
  const best = [...sections].sort((a, b) => b.locations.length - a.locations.length).slice(0, MAX_SECTIONS)
  return sections.filter((section) => best.includes(section))
}

/** An excerpt may begin with the title of its section, or with the end of it. The title stands above it already. */
function withoutTitle(excerpt: string, title: string): string {
  const words = excerpt.split(' ')
  const titleWords = title.split(' ').map(plain)
  const ends = titleWords.map((_, index) => titleWords.slice(index))
  // The index puts a full stop after a heading.
  const isAtStart = (end: readonly string[]) =>
    end.every((word, index) => plain(words[index] ?? '') === word) && /\.(<|$)/.test(words[end.length - 1] ?? '')
  return words.slice(ends.find(isAtStart)?.length ?? 0).join(' ')
}

const plain = (word: string) => word.replace(/<[^>]*>|[^\p{L}\p{N}]/gu, '').toLowerCase()

function linkOf({ title, url, excerpt }: Omit<Section, 'locations'>): HTMLAnchorElement {
  const [link, name] = [document.createElement('a'), document.createElement('strong')]
  link.href = url
  name.textContent = title
  link.append(name)
  if (excerpt === '') return link
  const text = document.createElement('span')
  text.innerHTML = withoutTitle(excerpt, title)
  link.append(text)
  return link
}

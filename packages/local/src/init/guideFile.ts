const FILES = {
  consent: 'consent.md',
  events: 'events.md',
  next: 'next.mdx',
  svelte: 'svelte.md',
  testing: 'testing.mdx',
  vue: 'vue.md',
} as const

/** Where a guide is: the documentation site has no address of its own. */
export function guideFile(name: keyof typeof FILES): string {
  return `docs/src/content/docs/guides/${FILES[name]} in Telltale’s repository`
}

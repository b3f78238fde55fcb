/** Where a guide is: the documentation site has no address of its own. */
export function guideFile(name: 'events' | 'next' | 'svelte' | 'testing' | 'vue'): string {
  return `docs/src/content/docs/guides/${name}.md in Telltale’s repository`
}

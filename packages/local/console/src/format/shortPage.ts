/** The address without the part that all local pages have in common. */
export function shortPage(page: string): string {
  return page.replace(/^https?:\/\//, '')
}

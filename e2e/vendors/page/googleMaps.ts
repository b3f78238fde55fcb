/** What Google's script uses of a page. */
interface GooglePage {
  google?: { maps?: Record<string, unknown> }
}

const page = globalThis as unknown as GooglePage
const { searchParams } = new URL((document.currentScript as HTMLScriptElement).src)

/**
 * The script at `https://maps.googleapis.com/maps/api/js`: defines the API, replaces the loader's `importLibrary`, and
 * calls the callback named in its address. A second script on the page logs an error, as Google's own does.
 */
const maps = ((page.google ??= {}).maps ??= {})
if (maps['version'] !== undefined) {
  console.error('You have included the Google Maps JavaScript API multiple times on this page.')
}
Object.assign(maps, { version: '3.61.5', importLibrary: async (name: string) => ({ name }) })
const callback = searchParams.get('callback')?.split('.').at(-1)
if (callback) (maps[callback] as () => void)()

/** What Google's script uses of a page. */
interface GooglePage {
  google?: { maps?: Record<string, unknown> }
}

const page = globalThis as unknown as GooglePage
const { searchParams } = new URL((document.currentScript as HTMLScriptElement).src)

/**
 * What `https://maps.googleapis.com/maps/api/js` serves: defines the API beside the loader's `importLibrary`, which it replaces,
 * and calls the callback of its address. A second script on the page is an error, as Google's own.
 */
const maps = ((page.google ??= {}).maps ??= {})
if (maps['version'] !== undefined) {
  console.error('You have included the Google Maps JavaScript API multiple times on this page.')
}
Object.assign(maps, { version: '3.61.5', importLibrary: async (name: string) => ({ name }) })
const callback = searchParams.get('callback')?.split('.').at(-1)
if (callback) (maps[callback] as () => void)()

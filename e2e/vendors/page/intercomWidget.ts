import { fakeIntercom, type FakeIntercom, type IntercomPage } from 'telltale/testing'

declare global {
  /** The messenger of this page. */
  var widget: FakeIntercom
}

const page = globalThis as unknown as IntercomPage

/** The page's own cookies, which the browser keeps and expires like those of the real messenger. */
const cookies = new Proxy<Record<string, string>>(
  {},
  {
    get: (_, name) =>
      document.cookie
        .split('; ')
        .find((one) => one.startsWith(`${String(name)}=`))
        ?.split('=')[1],
    set(_, name, value) {
      document.cookie = `${String(name)}=${value}`
      return true
    },
    deleteProperty(_, name) {
      document.cookie = `${String(name)}=; max-age=0`
      return true
    },
  },
)

/**
 * The script at `https://widget.intercom.io/widget/<app id>`. The real script marks the SDK's stub as booted and loads the messenger,
 * which replaces the stub a moment later.
 */
Object.assign(page.Intercom ?? {}, { booted: true })
setTimeout(() => {
  globalThis.widget = fakeIntercom({ page, cookies })
})

import { fakeIntercom, type FakeIntercom, type IntercomPage } from 'telltale/testing'

declare global {
  /** The messenger of this page. */
  var widget: FakeIntercom
}

const page = globalThis as unknown as IntercomPage

/** The page's own cookies, which the browser keeps and ends as those of the real messenger. */
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
 * What `https://widget.intercom.io/widget/<app id>` serves. The real script marks the SDK's stub as booted and loads the messenger,
 * which takes the place of the stub a moment later.
 */
Object.assign(page.Intercom ?? {}, { booted: true })
setTimeout(() => {
  globalThis.widget = fakeIntercom({ page, cookies })
})

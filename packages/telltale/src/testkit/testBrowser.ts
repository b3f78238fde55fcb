import { fakeDisk } from '../testing/fakeDisk.ts'
import type { FakePlatform } from '../testing/fakePlatform.ts'
import type { FakeAnswer } from '../testing/fakeTransport.ts'

/** A request of the layer or of its destinations. */
export interface TestRequest {
  /** The address, with its query. */
  readonly url: string
  /** GET when absent. */
  readonly method?: string
  /** The headers, by their names. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body as text. */
  readonly body?: string
  /** Whether the browser is asked to finish the request after the page is gone. */
  readonly keepalive?: boolean
}

/** Answers the requests of a layer under test. */
export type TestServer = (request: TestRequest) => FakeAnswer | Promise<FakeAnswer>

/** The browser in which a layer under test runs. */
export interface TestBrowser {
  /** The address of the page. */
  url: string
  /** The cookies of the page, by name. */
  cookies: Record<string, string>
  /** All requests so far, in order. */
  readonly requests: readonly TestRequest[]
  /** Hides the page, as when another tab is selected. */
  hide(): void
  /** Shows the page again. */
  show(): void
  /** Leaves the page for good. Its exit listeners run. */
  leave(): void
  /** Ends the page without its exit listeners, as when the browser is killed. */
  crash(): void
}

/** What pages of one browser have stored. */
export interface TestDisk {
  /**
   * `hangs`: the database does not answer, as in a page that is being closed. `refuses`: the disk is full. `closing`:
   * `localStorage` discards what it is given and reports no error, as in a tab that Firefox closes.
   */
  condition: 'well' | 'hangs' | 'refuses' | 'closing'
}

/** Creates an empty disk. Pass it to the layer of one page and then to that of the next. */
export const createTestDisk = (): TestDisk => fakeDisk()

export function testBrowser(platform: FakePlatform): TestBrowser {
  return {
    get url() {
      return platform.url
    },
    set url(url) {
      platform.url = url
    },
    cookies: platform.cookies,
    requests: platform.transport.requests,
    hide: platform.mayExit,
    show: platform.comeBack,
    leave: platform.leave,
    crash: platform.crash,
  }
}

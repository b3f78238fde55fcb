import { createHttp, type Http } from '../core/http/http.ts'
import type { PlainPage, Platform } from '../core/ports/platform.ts'
import { compressBody, laterTransport } from './laterTransport.ts'
import { PREFIX } from './webStorage.ts'
import { webTabs } from './webTabs.ts'

/** The ports of a browser that a page needs after its first paint, and HTTP by them. */
export function laterPorts(
  first: Pick<Platform, 'clock'> & { page: PlainPage },
): Pick<Platform, 'tabs' | 'transport'> & { http: Http } {
  const transport = laterTransport(compressBody)
  return { tabs: webTabs(PREFIX), transport, http: createHttp({ ...first, transport }) }
}

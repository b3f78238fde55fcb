import type { Http } from '../core/http/http.ts'
import type { KeyValueStorage } from '../core/ports/platform.ts'
import { createLatestList } from '../flags/flagCache.ts'
import type { FlagEtags } from './flagClientOptions.ts'

// [spec] RFC 9110 §15.4.5: the flags are those of the entity tag.
const NOT_MODIFIED = 304

export interface EtagsPart extends FlagEtags {
  wrap(http: Http, storage: KeyValueStorage, maximum: number): Http
}

/**
 * Keeps the service's entity tags across visits, so that it need not send flags that have not changed. The vendor's servers do not
 * allow their request header across origins.
 */
export const withEtags = (): FlagEtags => {
  const part: EtagsPart = { name: 'etags', wrap }
  return part
}

/** Keeps each tag with the flags that were answered to exactly the same context. */
function wrap(http: Http, storage: KeyValueStorage, maximum: number): Http {
  const list = createLatestList(storage, 'etags', maximum)

  return async (options) => {
    // The environment and the context, at whatever address the service has.
    const [, asked] = options.url.split('/sdk/evalx/')
    if (asked === undefined) return http(options)
    const name = asked + (options.body ?? '')
    const { etag, text: known } = (list.find(name) ?? {}) as { etag?: string; text?: string }
    const headers = { ...options.headers, ...(etag && { 'If-None-Match': etag }) }
    const answer = await http({
      ...options,
      headers,
      ...(etag && { alsoSuccess: (status) => status === NOT_MODIFIED }),
    })
    if (answer.outcome !== 'success') return answer
    const isKnown = answer.status === NOT_MODIFIED
    return {
      ...answer,
      status: isKnown ? 200 : answer.status,
      header: (one) => (isKnown && one === 'content-type' ? 'application/json' : answer.header(one)),
      async text() {
        const text = await answer.text()
        if (isKnown) return known
        const tag = answer.header('etag')
        if (tag && text) list.put(name, { etag: tag, text })
        return text
      },
    }
  }
}

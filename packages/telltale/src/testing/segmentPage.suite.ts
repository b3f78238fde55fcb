import { segment, type SegmentOptions } from '../segment.ts'
import { openPageOf } from './destinationPage.suite.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A call in the format of Segment. */
export type Call = Fields & { readonly context: Fields; readonly properties: Fields; readonly type: string }

/** A page that sends to Segment, and the calls that it has sent. */
export function openSegmentPage(options: Partial<SegmentOptions> = {}, page: Parameters<typeof openPageOf>[1] = {}) {
  const opened = openPageOf(segment({ writeKey: 'key', ...options }), page)
  const bodies = () => opened.requests.filter(({ url }) => url.includes('segment')).map(({ text }) => text)
  const all = () => bodies().flatMap((text) => (JSON.parse(text) as { batch: Call[] }).batch)
  return {
    ...opened,
    bodies,
    all,
    calls: (name: string) => all().filter((call) => call['event'] === name || call.type === name),
  }
}

import { Hono, type Context } from 'hono'
import type { FaultGate } from '../faults/faultGate.ts'
import { isRecord } from '../json/isRecord.ts'
import { parseJson } from '../json/parseJson.ts'
import { crossOriginVendors } from '../server/crossOrigin.ts'
import { readBody } from '../server/readBody.ts'
import { datadogEntry, scriptEntry } from '../vendors/vendorEntry.ts'
import type { VendorRecords } from '../vendors/vendorRecords.ts'

/** Bytes, unpacked. */
const MAX_BATCH_BYTES = 5 * 1024 * 1024
const MAX_RECORDS_AT_ONCE = 1000

export interface VendorService {
  readonly records: VendorRecords
  /** The scripts of the stand-ins by vendor. */
  readonly scripts: ReadonlyMap<string, string>
}

/** The vendors' stand-ins: the scripts that pages load, and the addresses to which they and Datadog's own SDK report. */
export function createVendorRoutes({ records, scripts }: VendorService, gate: FaultGate): Hono {
  const app = new Hono()

  app.use('/vendors/*', ...gate('vendors', crossOriginVendors))

  for (const vendor of ['heap', 'intercom'] as const) {
    app.get(`/vendors/${vendor}.js`, (c) => {
      const script = scripts.get(vendor)
      if (script === undefined) return c.json({ message: `The stand-in for ${vendor} was not built.` }, 503)
      c.header('content-type', 'text/javascript; charset=utf-8')
      c.header('cache-control', 'no-cache')
      // Pages of other origins load it, like the vendor's script.
      c.header('cross-origin-resource-policy', 'cross-origin')
      return c.body(script)
    })
    app.post(`/vendors/${vendor}`, async (c) => {
      const reported = await readList(c, (text) => {
        const json = parseJson(text)
        return json.outcome === 'ok' ? (Array.isArray(json.value) ? json.value : [json.value]) : undefined
      })
      if (reported instanceof Response) return reported
      records.add(vendor, reported.map(scriptEntry))
      return c.body(null, 202)
    })
  }
  app.post('/vendors/datadog', async (c) => {
    const reported = await readList(c, (text) => {
      const lines = text.split('\n').filter((line) => line.trim() !== '')
      const read = lines.map(parseJson)
      return read.some(({ outcome }) => outcome === 'invalid')
        ? undefined
        : read.map((line) => (line.outcome === 'ok' ? line.value : undefined))
    })
    if (reported instanceof Response) return reported
    records.add('datadog', reported.map(datadogEntry))
    // [vendor] The answer of the real intake.
    return c.json({ request_id: c.req.query('ddforward')?.match(/dd-request-id=([\w-]+)/)?.[1] ?? '' }, 202)
  })

  return app
}

async function readList(
  c: Context,
  read: (text: string) => readonly unknown[] | undefined,
): Promise<Record<string, unknown>[] | Response> {
  // [vendor] With compressIntakeRequests, Datadog's SDK names the compression of a batch in the forwarded address.
  const isDeflated = /dd-evp-encoding=deflate/.test(c.req.query('ddforward') ?? '')
  const body = await readBody(c.req.raw, MAX_BATCH_BYTES, ...(isDeflated ? ['deflate'] : []))
  if (body.outcome === 'refused') return c.json({ message: body.message }, body.status)
  const list = read(body.text)
  if (list === undefined || !list.every(isRecord) || list.length > MAX_RECORDS_AT_ONCE)
    return c.json({ message: `The body must be a list of at most ${MAX_RECORDS_AT_ONCE} objects.` }, 400)
  return list as Record<string, unknown>[]
}

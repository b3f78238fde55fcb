import { Hono } from 'hono'
import type { Collector } from '../collector/collector.ts'
import { csv, ndjson, type ExportFormat } from '../collector/exportFormat.ts'

/** All stored events as a file, for analysis elsewhere. */
export function createExportRoutes(collector: Collector): Hono {
  const app = new Hono()

  for (const [name, format] of Object.entries({ 'events.ndjson': ndjson, 'events.csv': csv }))
    app.get(`/console/${name}`, (c) => {
      c.header('content-type', format.type)
      c.header('content-disposition', `attachment; filename="${name}"`)
      c.header('cache-control', 'no-store')
      // A page of another origin must not be able to embed it.
      c.header('cross-origin-resource-policy', 'same-origin')
      return c.body(written(collector, format))
    })

  return app
}

/** Reads from the store only as fast as the client reads. */
function written(collector: Collector, format: ExportFormat): ReadableStream<Uint8Array> {
  const pages = collector.pages()
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>({
    start(controller) {
      if (format.head !== '') controller.enqueue(encoder.encode(format.head))
    },
    async pull(controller) {
      const { done, value } = await pages.next()
      if (done) return controller.close()
      controller.enqueue(encoder.encode(value.map((stored) => format.row(stored)).join('')))
    },
    async cancel() {
      await pages.return(undefined)
    },
  })
}

/** A body below this size, in characters, is not worth the time. */
const WORTH_COMPRESSING = 1_000

/** The body as gzip has it, where the browser knows how and it is worth it. */
export async function compressBody(body: string): Promise<ArrayBuffer | undefined> {
  if (body.length < WORTH_COMPRESSING || typeof CompressionStream !== 'function') return undefined
  return new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
}

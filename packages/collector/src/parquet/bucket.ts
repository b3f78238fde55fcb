import { type Credentials, signRequest, uriEncoded } from './signRequest.ts'

/** A place in a storage that speaks S3. */
export interface BucketOptions extends Credentials {
  /**
   * The address of the bucket, with the beginning of the keys if there is one: `https://events.s3.eu-central-1.amazonaws.com/telltale`, or
   * `http://minio:9000/events/telltale` where the bucket is in the path.
   */
  readonly url: string
  /** `us-east-1` by default, which storages other than that of AWS mostly take. */
  readonly region?: string
}

/** Puts an object into the bucket. Resolves when the bucket has it, and rejects with the reason. */
export type Put = (key: string, body: Uint8Array, signal: AbortSignal) => Promise<void>

/** How long the bucket may take for a file, in milliseconds. */
const PUT_MS = 120_000

/** @throws a sentence that names the setting, and quotes none */
export function createBucket({ url, region = 'us-east-1', ...credentials }: BucketOptions): Put {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !/^https?:$/.test(address.protocol) || address.search || address.username)
    throw new Error('The setting "bucket.url" must be like https://events.s3.eu-central-1.amazonaws.com/telltale.')
  for (const name of ['accessKeyId', 'secretAccessKey'] as const)
    if (!credentials[name]) throw new Error(`The setting "bucket.${name}" is missing.`)
  const base = address.href.replace(/\/*$/, '/')

  return async (key, body, signal) => {
    const target = new URL(base + key.split('/').map(uriEncoded).join('/'))
    const headers = signRequest(
      { method: 'PUT', url: target, headers: { 'content-type': 'application/vnd.apache.parquet' }, body },
      { region, credentials, now: Date.now() },
    )
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PUT_MS)])
    // A redirect would be another address, for which the signature does not count.
    const response = await fetch(target, {
      method: 'PUT',
      headers,
      body: new Uint8Array(body),
      signal: limit,
      redirect: 'manual',
    })
    await response.arrayBuffer()
    if (!response.ok) throw Object.assign(new Error('The bucket has refused a file.'), { code: response.status })
  }
}

import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BucketForTests {
  readonly url: string
  readonly objects: Map<string, Buffer>
  /** The status of each answer. */
  readonly answers: number[]
  /** What the next requests are answered with, in place of the truth. */
  readonly failures: number[]
  stop(): Promise<void>
}

export const BUCKET_KEYS = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret of tests' }

/** A storage that speaks S3. It computes the signature of what it has received by itself, from the text of the standard. */
export async function startBucket(): Promise<BucketForTests> {
  const objects = new Map<string, Buffer>()
  const [answers, failures]: number[][] = [[], []]
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const path = request.url ?? ''
    const isSigned = isRight({ method: request.method ?? '', path, headers: request.headers, body })
    const status = failures?.shift() ?? (isSigned ? 200 : 403)
    if (status === 200) objects.set(decodeURIComponent(path), body)
    answers?.push(status)
    response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end('<Answer/>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events/telltale`,
    objects,
    answers: answers ?? [],
    failures: failures ?? [],
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

function isRight({ method, path, headers, body }: Received): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=AKTEST\/(\d{8})\/([\w-]+)\/s3\/aws4_request,SignedHeaders=([\w;-]+),Signature=(\w{64})$/
  const [, date = '', region = '', names = '', signature] = pattern.exec(String(headers['authorization'])) ?? []
  const hash = createHash('sha256').update(body).digest('hex')
  const time = String(headers['x-amz-date'])
  if (hash !== headers['x-amz-content-sha256'] || !time.startsWith(date)) return false
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.split(';').includes(name))) return false
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`)
  const canonical = `${method}\n${path}\n\n${lines.join('')}\n${names}\n${hash}`
  const text = `AWS4-HMAC-SHA256\n${time}\n${date}/${region}/s3/aws4_request\n${createHash('sha256').update(canonical).digest('hex')}`
  const mac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = mac(mac(mac(mac(`AWS4${BUCKET_KEYS.secretAccessKey}`, date), region), 's3'), 'aws4_request')
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

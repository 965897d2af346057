// An S3 bucket for tests: the part of S3's protocol that files need. Verifies signatures (AWS Signature Version 4,
// "Signature Calculations for the Authorization Header", single chunk) and refuses unsigned requests as S3 does. Can
// be told to fail.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const REGION = 'test-1'
const KEY_ID = 'AKTEST'
const SECRET_KEY = 'a secret of the test'
const BUCKET = 'fairturn-test'
const LIST_PAGE_SIZE = 2

interface Stored {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
}

export interface BucketServer {
  /** Environment variables that configure the program to use it. */
  readonly variables: Record<string, string>
  /** By key, e.g. `files/….webp`. */
  readonly objects: Map<string, Stored>
  /** Each request received: method and key. */
  readonly requests: string[]
  /** How many of the next requests are answered with 503. */
  failing: number
  /** Responses are cut off after half of the bytes. */
  breaking: boolean
  close(): Promise<void>
}

export async function startBucket(): Promise<BucketServer> {
  const server = createServer((request, response) => void answer(bucket, request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bucket: BucketServer = {
    variables: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ACCESS_KEY_ID: KEY_ID,
      S3_SECRET_ACCESS_KEY: SECRET_KEY,
      S3_FORCE_PATH_STYLE: 'true',
    },
    objects: new Map(),
    requests: [],
    failing: 0,
    breaking: false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return bucket
}

async function answer(bucket: BucketServer, request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = Buffer.concat(chunks)
  const url = new URL(request.url!, 'http://bucket')
  const key = decodeURIComponent(url.pathname).replace(`/${BUCKET}`, '').replace(/^\//, '')
  bucket.requests.push(`${request.method} ${key}`)
  const fault = (status: number, code: string) =>
    response
      .writeHead(status, { 'content-type': 'application/xml' })
      .end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`)
  if (!isSigned(request, url, body)) return fault(403, 'SignatureDoesNotMatch')
  if (bucket.failing > 0) {
    bucket.failing -= 1
    return fault(503, 'SlowDown')
  }
  if (request.method === 'PUT') {
    const etag = `"${createHash('md5').update(body).digest('hex')}"`
    bucket.objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '', etag })
    return response.writeHead(200, { etag }).end()
  }
  if (request.method === 'DELETE') {
    bucket.objects.delete(key)
    return response.writeHead(204).end()
  }
  if (key === '') return response.writeHead(200).end(list(bucket, url.searchParams))
  const stored = bucket.objects.get(key)
  if (stored === undefined) return fault(404, 'NoSuchKey')
  return send(bucket, { request, response, stored, fault })
}

interface Sending {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly stored: Stored
  readonly fault: (status: number, code: string) => unknown
}

function send({ breaking }: BucketServer, { request, response, stored, fault }: Sending): unknown {
  const { bytes, type, etag } = stored
  const { range, 'if-match': match, 'if-none-match': noneMatch } = request.headers
  if (match !== undefined && match !== etag) return fault(412, 'PreconditionFailed')
  if (noneMatch === etag) return response.writeHead(304, { etag }).end()
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  const first = from === '' && to !== '' ? bytes.length - Number(to) : Number(from)
  const last = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)
  if (first > last) return fault(416, 'InvalidRange')
  const part = bytes.subarray(first, last + 1)
  response.writeHead(range === undefined ? 200 : 206, {
    etag,
    'content-type': type,
    'content-length': part.length,
    'last-modified': 'Sat, 21 Nov 2026 08:00:00 GMT',
    ...(range !== undefined && { 'content-range': `bytes ${first}-${last}/${bytes.length}` }),
  })
  if (request.method === 'HEAD') return response.end()
  if (!breaking) return response.end(part)
  return response.write(part.subarray(0, part.length / 2), () => response.destroy())
}

/** ListObjectsV2, with small pages. */
function list({ objects }: BucketServer, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .toSorted()
  const page = keys.slice(0, LIST_PAGE_SIZE)
  const more = keys.length > LIST_PAGE_SIZE
  return (
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>` +
    (more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '') +
    page
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
      )
      .join('') +
    '</ListBucketResult>'
  )
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization = '' } = headers
  const [, id, scope = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      authorization,
    ) ?? []
  const content = headers['x-amz-content-sha256']
  const at = String(headers['x-amz-date'])
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).toSorted()
  const names = signed.split(';')
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed,
    content,
  ].join('\n')
  if (id !== KEY_ID || content !== sha256(body) || !names.includes('host')) return false
  if (scope !== `${at.slice(0, 8)}/${REGION}/s3/aws4_request`) return false
  const key = [at.slice(0, 8), REGION, 's3', 'aws4_request'].reduce<string | Buffer>(
    hmac,
    `AWS4${SECRET_KEY}`,
  )
  const expected = hmac(key, ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n'))
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}

import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
// Files in a private S3-compatible bucket, streamed through the web role with the same URLs and headers as from a folder.
// Amazon S3 API Reference, 2006-03-01; the SDK handles signatures, retries and timeouts.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { refuse } from '../http/refusal.ts'
import type { FileStore } from './file-store.ts'
import { describeFile, FileStoreUnavailable, NAME, orUnavailable, TYPES } from './stored-files.ts'

/** Key prefix, so that the bucket may contain other objects. */
const PREFIX = 'files/'
const CONNECTED_WITHIN_MS = 3_000
/** Idle timeout of a connection. */
const SILENT_MS = 15_000
/** Slow clients occupy one each, and must not block others. */
const MAX_CONNECTIONS = 256

export function openBucket(bucket: NonNullable<Config['bucket']>): FileStore {
  const { name: Bucket } = bucket
  const client = clientOf(bucket)
  const objectOf = (name: string) => ({ Bucket, Key: PREFIX + name })
  async function* list() {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: PREFIX }))
      for (const { Key = '', LastModified } of Contents) {
        const name = Key.slice(PREFIX.length)
        if (NAME.test(name) && LastModified !== undefined) yield { name, keptAt: LastModified }
      }
  }
  return {
    async put(name, bytes) {
      const object = { ...objectOf(name), Body: bytes, ContentType: typeOf(name) }
      await orUnavailable('a file was not kept', () => client.send(new PutObjectCommand(object)))
    },
    async remove(name) {
      await orUnavailable('a file was not removed', () =>
        client.send(new DeleteObjectCommand(objectOf(name))),
      )
    },
    list,
    async serve(fastify) {
      const nameOf = (request: FastifyRequest) => {
        const name = (request.params as { '*': string })['*']
        if (!NAME.test(name)) throw refuse('route_is_unknown')
        return name
      }
      fastify.get('/files/*', { exposeHeadRoute: false }, async (request, reply) => {
        const name = nameOf(request)
        const found = await fetchObject(request, (conditions) =>
          client.send(new GetObjectCommand({ ...objectOf(name), ...conditions })),
        ).catch(async (error: { statusCode?: number }) => {
          if (error.statusCode !== 416) throw error
          const { ContentLength } = await orUnavailable('a file was not read', () =>
            client.send(new HeadObjectCommand(objectOf(name))),
          )
          throw Object.assign(error, { headers: { 'Content-Range': `bytes */${ContentLength}` } })
        })
        if (found === undefined) return unchanged(reply)
        if (found.ContentRange !== undefined) reply.code(206).header('content-range', found.ContentRange)
        return describe(reply, name, found).send(found.Body as Readable)
      })
      fastify.head('/files/*', async (request, reply) => {
        const name = nameOf(request)
        const found = await fetchObject(request, ({ Range: _whole, ...conditions }) =>
          client.send(new HeadObjectCommand({ ...objectOf(name), ...conditions })),
        )
        return found === undefined ? unchanged(reply) : describe(reply, name, found).send()
      })
    },
    async copyTo(folder) {
      await mkdir(folder, { recursive: true })
      for await (const { name } of list()) {
        const { Body } = await client.send(new GetObjectCommand(objectOf(name)))
        await pipeline(Body as Readable, createWriteStream(join(folder, name), { flush: true }))
      }
    },
  }
}

function clientOf({
  endpoint,
  region,
  accessKeyId,
  secretAccessKey,
  pathStyle,
}: NonNullable<Config['bucket']>) {
  const agent = { keepAlive: true, maxSockets: MAX_CONNECTIONS }
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
    maxAttempts: 3,
    // Many S3-compatible stores do not support the newer checksums; the signature covers the content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECTED_WITHIN_MS,
      socketTimeout: SILENT_MS,
      httpAgent: agent,
      httpsAgent: agent,
    },
  })
}

const typeOf = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1)]!

interface ConditionalHeaders {
  readonly Range?: string
  readonly IfMatch?: string
  readonly IfNoneMatch?: string
  readonly IfModifiedSince?: Date
}

/** Conditional and range headers of RFC 9110 that the store evaluates itself; it ignores an invalid date or range. */
function conditionsOf({ headers }: FastifyRequest): ConditionalHeaders {
  const [ifRange] = [headers['if-range']].flat()
  const { range, 'if-none-match': noneMatch, 'if-modified-since': since } = headers
  const knownSince = new Date(since ?? '')
  const unchangedOnly = ifRange === undefined || /^"[^"]*"$/.test(ifRange)
  return {
    ...(range !== undefined &&
      /^bytes=(\d+-\d*|-\d+)$/.test(range) &&
      unchangedOnly && {
        Range: range,
        ...(ifRange !== undefined && { IfMatch: ifRange }),
      }),
    ...(noneMatch !== undefined
      ? { IfNoneMatch: noneMatch }
      : !Number.isNaN(knownSince.getTime()) && { IfModifiedSince: knownSince }),
  }
}

/** Undefined: not modified (304). Refuses `route_is_unknown` for a missing file; 416 for a range beyond the end. */
async function fetchObject<T>(
  request: FastifyRequest,
  send: (conditions: ConditionalHeaders) => Promise<T>,
): Promise<T | undefined> {
  const conditions = conditionsOf(request)
  try {
    return await send(conditions)
  } catch (error) {
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
    if (status === 304) return undefined
    if (status === 404) throw refuse('route_is_unknown')
    if (status === 416) throw Object.assign(new Error('no such part'), { statusCode: 416 })
    // If-Range: if the file has changed, the whole file is sent.
    if (status === 412 && conditions.IfMatch !== undefined)
      return await orUnavailable('a file was not read', () => send({}))
    throw new FileStoreUnavailable(`a file was not read: ${String(error)}`, { cause: error })
  }
}

interface ObjectHead {
  readonly ContentLength?: number | undefined
  readonly ETag?: string | undefined
  readonly LastModified?: Date | undefined
}

function describe(reply: FastifyReply, name: string, found: ObjectHead): FastifyReply {
  describeFile(reply)
  reply.header('accept-ranges', 'bytes').type(typeOf(name))
  if (found.ContentLength !== undefined) reply.header('content-length', found.ContentLength)
  if (found.ETag !== undefined) reply.header('etag', found.ETag)
  if (found.LastModified !== undefined) reply.header('last-modified', found.LastModified.toUTCString())
  return reply
}

function unchanged(reply: FastifyReply): FastifyReply {
  describeFile(reply)
  return reply.code(304).send()
}

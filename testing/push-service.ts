// A push service and its devices: accepts messages over HTTP and decrypts them as a browser would (RFC 8188, 8291,
// 8292).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PostPush } from '../server/src/notices/notices.ts'

const HOST = 'https://push.example.com'

export interface TestDevice {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
  /** The received messages, decrypted; in order of arrival. */
  readonly heard: Record<string, unknown>[]
  readonly headers: IncomingHttpHeaders[]
  /** Status with which the push service responds. */
  status: number
}

export interface PushService {
  /** Posts to this service instead of the host in the endpoints. */
  readonly post: PostPush
  /** A newly subscribed device. */
  device(): TestDevice
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, { device: TestDevice; private_key: string }>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const found = devices.get(request.url!)!
      const { device, private_key } = found
      if (device.status === 201) {
        device.headers.push(request.headers)
        device.heard.push(JSON.parse(decrypt(Buffer.concat(chunks), device, private_key)) as never)
      }
      response.writeHead(device.status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    post: async (url, { headers, body }) => {
      const sent = { method: 'POST', headers, body }
      return (await fetch(url.replace(HOST, origin), sent)).status
    },
    device() {
      const pair = createECDH('prime256v1')
      const p256dh = pair.generateKeys('base64url')
      const path = `/wpush/${randomBytes(16).toString('base64url')}`
      const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
      const device: TestDevice = { endpoint: `${HOST}${path}`, keys, heard: [], headers: [], status: 201 }
      devices.set(path, { device, private_key: pair.getPrivateKey('base64url') })
      return device
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** Decrypts one aes128gcm record with a key agreed between this device and the sender; throws for any other key. */
function decrypt(message: Buffer, { keys }: TestDevice, private_key: string): string {
  const salt = message.subarray(0, 16)
  const idLength = message[20]!
  const sender = message.subarray(21, 21 + idLength)
  const record = message.subarray(21 + idLength)
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(private_key, 'base64url')
  const secret = pair.computeSecret(sender)
  const derive = (from: Buffer, withSalt: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', from, withSalt, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(keys.p256dh, 'base64url'), sender])
  const input = derive(secret, Buffer.from(keys.auth, 'base64url'), info, 32)
  const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
  const opened = createDecipheriv('aes-128-gcm', key, nonce)
  opened.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** The claims of a VAPID header; throws if its signature does not verify with the key in the header. */
export function readVapid(authorization: string): { key: string; aud: string; sub: string; exp: number } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const public_key = createPublicKey({ key: jwk, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const raw = Buffer.from(signature, 'base64url')
  if (!verify('sha256', signed, { key: public_key, dsaEncoding: 'ieee-p1363' }, raw))
    throw new Error('the signature does not hold')
  return { key, ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as never as object) } as never
}

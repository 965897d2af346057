// HTTP settings shared by every server of the product, including the link service.
import type { IncomingMessage } from 'node:http'

/** Request timeout, and Node's check interval, whose default of 30 s could extend a timeout of 30 s to a minute. */
export const RECEIVE_WITHIN = { timeoutMs: 29_000, checkedEveryMs: 1000 }

/** Options for `Fastify()`, in any role. */
export const receivingWithin = ({ timeoutMs, checkedEveryMs } = RECEIVE_WITHIN) => ({
  requestTimeout: timeoutMs,
  // Node's separate limit for headers is 60 s, and does not follow `requestTimeout`.
  http: {
    requestTimeout: timeoutMs,
    headersTimeout: timeoutMs,
    connectionsCheckingInterval: checkedEveryMs,
  },
})

/**
 * HTTP/1.0 or 1.1 with at most one Host header: with two, a proxy and this server may interpret different ones (RFC 9112,
 * 3.2).
 */
export function isPlainHttp({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts += 1
  return hosts <= 1
}

/** Features that nothing here uses; the member app uses clipboard writes, passkeys and full screen. */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=${feature === 'autoplay' ? '(self)' : '()'}`)
  .join(', ')

// What holds for every HTTP server of the product, that of the links alone included: how slowly a request may arrive, which
// requests are none, and what of a browser's powers a page of ours may use.
import type { IncomingMessage } from 'node:http'

/**
 * How long a request may take to arrive, and how often Node looks for those that took longer: by default every 30 s, so that one
 * of 30 s ended after as much as a minute. Together they end it within 30 s.
 */
export const RECEIVE_WITHIN = { timeout_ms: 29_000, checked_every_ms: 1000 }

/** For `Fastify()`, of whatever role. */
export const receivingWithin = ({ timeout_ms, checked_every_ms } = RECEIVE_WITHIN) => ({
  requestTimeout: timeout_ms,
  // Node's own limit for the headers alone is 60 s, and does not follow `requestTimeout` when that is set later.
  http: {
    requestTimeout: timeout_ms,
    headersTimeout: timeout_ms,
    connectionsCheckingInterval: checked_every_ms,
  },
})

/** HTTP/1.0 or 1.1, and one Host at most: with two, a proxy and this server may read different ones (RFC 9112, 3.2). */
export function isPlainHttp({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return false
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]!.toLowerCase() === 'host') hosts += 1
  return hosts <= 1
}

/** What of a page's powers nothing here uses; the member app writes to the clipboard, and asks for passkeys and full screen. */
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

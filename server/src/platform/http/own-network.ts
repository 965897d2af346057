// Checks whether this machine has internet access, when a page could not be reached: the fault may be ours.
import { connect } from 'node:net'
import { cached } from '../cache.ts'
import { systemClock } from '../database/database.ts'

/** Run by different operators on different networks; one response is enough. Nothing is sent to them. */
const REFERENCE_HOSTS = ['www.iana.org', 'www.wikipedia.org', 'www.cloudflare.com']
const PORT = 443
const TIMEOUT_MS = 3000
const CACHE_TTL_MS = 30_000

export const reachesInternet = cached(CACHE_TTL_MS, systemClock, () =>
  reachesAny(REFERENCE_HOSTS.map((host) => ({ host, port: PORT }))),
)

/** Whether a connection to any of these (DNS included) succeeds within three seconds. */
export async function reachesAny(hosts: readonly { host: string; port: number }[]): Promise<boolean> {
  try {
    await Promise.any(hosts.map(reach))
    return true
  } catch {
    return false
  }
}

function reach({ host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port })
    const timer = setTimeout(() => socket.destroy(new Error('timeout')), TIMEOUT_MS)
    socket.once('connect', () => {
      resolve()
      socket.destroy()
    })
    socket.once('error', reject)
    socket.once('close', () => {
      clearTimeout(timer)
      reject(new Error('closed'))
    })
  })
}

// Callers over keep-alive connections for the benchmarks. They parse only the status and length of a response, to
// leave nearly all CPU time to the servers.
import { connect } from 'node:net'
import { performance } from 'node:perf_hooks'

export interface Load {
  /** Successful responses per second. */
  readonly rate: number
  readonly p50_ms: number
  readonly p99_ms: number
  /** Responses of 503 per second; not included in the other figures. */
  readonly refusedRate: number
}

/** Delay of a caller after a 503: longer than that of most clients, shorter than Retry-After. */
const RETRY_MS = 250

export interface HttpRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/** The bytes of an HTTP/1.1 request. */
export function bytesOf({ method, path, headers = {}, body }: HttpRequest): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const sent: Record<string, string> = { host: '127.0.0.1', connection: 'keep-alive', ...headers }
  if (body !== undefined)
    Object.assign(sent, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    })
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}

const OK = Buffer.from('HTTP/1.1 2')
const BUSY = Buffer.from('HTTP/1.1 503')
const LENGTH = Buffer.from('ontent-length: ') // matches Content- and content-
const END_OF_HEAD = Buffer.from('\r\n\r\n')

/**
 * `next` returns a caller's next request; several are sent sequentially and count as one. Rejects at the first
 * response that is neither 2xx nor 503.
 */
export async function load(
  port: number,
  callers: number,
  durationMs: number,
  next: () => readonly Buffer[],
): Promise<Load> {
  const latencies: number[] = []
  let refused = 0
  const noteRefused = () => (refused += 1)
  const began = performance.now()
  const until = began + durationMs
  await Promise.all(Array.from({ length: callers }, () => caller(port, until, next, latencies, noteRefused)))
  const elapsedS = (performance.now() - began) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0
  return {
    rate: latencies.length / elapsedS,
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    refusedRate: refused / elapsedS,
  }
}

function caller(
  port: number,
  until: number,
  next: () => readonly Buffer[],
  latencies: number[],
  noteRefused: () => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let requests = next()
    let sent = 0
    let sent_at = performance.now()
    let answer = openAnswer()
    const send = () => {
      answer = openAnswer()
      socket.write(requests[sent]!)
      sent += 1
    }
    const sendNext = () => {
      if (performance.now() >= until) {
        resolve()
        socket.end()
        return
      }
      requests = next()
      sent = 0
      sent_at = performance.now()
      send()
    }
    const answered = (outcome: 'ok' | 'busy') => {
      if (outcome === 'busy') {
        noteRefused()
        setTimeout(sendNext, RETRY_MS)
      } else if (sent < requests.length) send()
      else {
        latencies.push(performance.now() - sent_at)
        sendNext()
      }
    }
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the server closed the connection')))
    socket.on('data', (chunk: Buffer) => {
      try {
        const outcome = answer(chunk)
        if (outcome !== undefined) answered(outcome)
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
        socket.destroy()
      }
    })
  })
}

/**
 * Consumes the chunks of one response; returns its outcome with the last one. Throws if it is neither 2xx nor 503, or
 * has no length.
 */
function openAnswer(): (chunk: Buffer) => 'ok' | 'busy' | undefined {
  let head: Buffer = Buffer.alloc(0)
  let missing: number | undefined
  let outcome: 'ok' | 'busy' = 'ok'
  return (chunk) => {
    if (missing !== undefined) missing -= chunk.length
    else {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(END_OF_HEAD)
      if (end < 0) return undefined
      const named = head.indexOf(LENGTH)
      if (head.subarray(0, BUSY.length).equals(BUSY)) outcome = 'busy'
      else if (!head.subarray(0, OK.length).equals(OK) || named < 0)
        throw new Error(head.toString().slice(0, 600))
      const digits = head.toString('latin1', named + LENGTH.length, head.indexOf('\r', named))
      missing = end + END_OF_HEAD.length + Number(digits) - head.length
    }
    if (missing < 0) throw new Error('more was answered than asked for')
    return missing === 0 ? outcome : undefined
  }
}

/** The median; of an even number of values the upper middle one. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

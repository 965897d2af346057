// Live events (server-sent events): keeps a stream open and reconnects it. Events may be lost, so listeners
// refetch what they show after each reconnect.
import { createParser } from 'eventsource-parser'

export interface LiveEvent {
  kind: string
  data: Record<string, unknown>
}

interface EventsParts {
  open: (signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>
  onEvent: (event: LiveEvent) => void
  /** Called when the stream is open again after a break: events may have been missed. */
  onReopened: () => void
  /** The first delay after a break; doubles up to 30 s. */
  firstWaitMs?: number
}

const MAX_BACKOFF_MS = 30_000

/** Listens until the returned function is called. */
export function listenToEvents({ open, onEvent, onReopened, firstWaitMs = 1000 }: EventsParts): () => void {
  const stop = new AbortController()
  let openedBefore = false

  async function listen(): Promise<void> {
    const stream = await open(stop.signal)
    if (openedBefore) onReopened()
    openedBefore = true
    const parser = createParser({
      onEvent({ event, data }) {
        const parsed = parseData(data)
        if (parsed) onEvent({ kind: event ?? 'message', data: parsed })
      },
    })
    const decoder = new TextDecoder()
    const reader = stream.getReader()
    stop.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), { once: true })
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  }

  async function keepListening(): Promise<void> {
    let waitMs = firstWaitMs
    while (!stop.signal.aborted) {
      const since = Date.now()
      await listen().catch(() => undefined)
      if (stop.signal.aborted) return
      // Reset the backoff after a connection that lasted.
      waitMs = Date.now() - since > MAX_BACKOFF_MS ? firstWaitMs : Math.min(MAX_BACKOFF_MS, waitMs * 2)
      await pause(waitMs * (0.5 + Math.random() / 2), stop.signal)
    }
  }

  void keepListening()
  return () => stop.abort()
}

function parseData(text: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Waits; ends early when the device comes back online or the signal aborts. */
function pause(waitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      globalThis.removeEventListener?.('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, waitMs)
    globalThis.addEventListener?.('online', done)
    signal.addEventListener('abort', done)
  })
}

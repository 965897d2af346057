// LISTEN on a dedicated connection, which reconnects when it breaks and closes when nobody listens.
import type { Client } from 'pg'

const RETRY_MS = [50, 200, 1000, 2000]

interface Handler {
  channel: string
  receive(payload: string): void
  reconnected: (() => void) | undefined
}

export interface Listener {
  listen(
    channel: string,
    receive: (payload: string) => void,
    reconnected?: () => void,
  ): Promise<() => Promise<void>>
  close(): Promise<void>
}

const listenOn = (client: Client, channel: string) =>
  client.query(`listen ${client.escapeIdentifier(channel)}`)

export function openListener(makeClient: () => Client): Listener {
  const handlers = new Set<Handler>()
  let connecting: Promise<Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<Client> {
    const client = makeClient()
    client.on('notification', (message) => {
      for (const handler of handlers)
        if (handler.channel === message.channel) handler.receive(message.payload ?? '')
    })
    client.on('error', () => undefined) // 'end' follows and reconnects
    await client.connect()
    client.on('end', () => {
      connecting = undefined
      reconnect(0)
    })
    for (const channel of new Set([...handlers].map((handler) => handler.channel)))
      await listenOn(client, channel)
    return client
  }

  function client(): Promise<Client> {
    connecting ??= connect().catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  function reconnect(attempt: number): void {
    if (closed || handlers.size === 0 || retry) return
    const delay = RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] as number
    retry = setTimeout(() => {
      retry = undefined
      client().then(
        () => handlers.forEach((handler) => handler.reconnected?.()),
        () => reconnect(attempt + 1),
      )
    }, delay)
  }

  async function listen(channel: string, receive: (payload: string) => void, reconnected?: () => void) {
    const handler: Handler = { channel, receive, reconnected }
    handlers.add(handler)
    try {
      await listenOn(await client(), channel)
    } catch (error) {
      handlers.delete(handler)
      throw error
    }
    return async () => {
      handlers.delete(handler)
      if ([...handlers].some((other) => other.channel === channel) || !connecting || closed) return
      const open = await connecting
      await open.query(`unlisten ${open.escapeIdentifier(channel)}`).catch(() => undefined)
    }
  }

  async function close(): Promise<void> {
    closed = true
    handlers.clear()
    clearTimeout(retry)
    const open = await connecting?.catch(() => undefined)
    await open?.end().catch(() => undefined)
  }
  return { listen, close }
}

// A TCP proxy: forwards bytes to the current target, optionally delayed, and can cut or stall connections. Bytes are never
// changed.
import { type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Of new connections: a port, or the path of a socket. */
  target: number | string
  /** Called with every chunk from the target: true cuts the connection before it is forwarded. */
  cuts: (chunk: Buffer) => boolean
  /** Number of connections cut. */
  cut: number
  /** Cuts all connections. */
  readonly cutAll: () => void
  /** Stops forwarding on all connections without closing them, as when the target's machine vanishes. */
  readonly stallAll: () => void
  readonly close: () => void
}

/** `delay_ms`: in each direction. */
export async function openProxy(target: number | string, delayMs = 0): Promise<TcpProxy> {
  const open = new Set<Socket>()
  const stalled = new Set<Socket>()
  const server = createServer((near) => {
    const far = typeof proxy.target === 'string' ? connect(proxy.target) : connect(proxy.target, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
      stalled.delete(near)
    }
    open.add(near)
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', end).on('close', end)
    const pass = (to: Socket, chunk: Buffer) => {
      if (stalled.has(near)) return
      if (delayMs === 0) to.write(chunk)
      else setTimeout(() => to.writable && to.write(chunk), delayMs)
    }
    near.on('data', (chunk: Buffer) => pass(far, chunk))
    far.on('data', (chunk: Buffer) => {
      if (!proxy.cuts(chunk)) return pass(near, chunk)
      proxy.cut += 1
      end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cutAll = () => {
    for (const socket of open) socket.destroy()
  }
  const proxy: TcpProxy = {
    port: (server.address() as AddressInfo).port,
    target,
    cuts: () => false,
    cut: 0,
    cutAll,
    stallAll: () => {
      for (const socket of open) stalled.add(socket)
    },
    close: () => {
      cutAll()
      server.close()
    },
  }
  return proxy
}

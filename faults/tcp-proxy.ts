// A TCP proxy: forwards bytes to the current target, optionally delayed, and can cut connections. Bytes are never changed.
import { type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Target port of new connections. */
  target: number
  /** Called with every chunk from the target: true cuts the connection before it is forwarded. */
  cuts: (chunk: Buffer) => boolean
  /** Number of connections cut. */
  cut: number
  /** Cuts all connections. */
  readonly cutAll: () => void
  readonly close: () => void
}

/** `delay_ms`: in each direction. */
export async function openProxy(target: number, delay_ms = 0): Promise<TcpProxy> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(proxy.target, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
    }
    open.add(near)
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', end).on('close', end)
    const pass = (to: Socket, chunk: Buffer) => {
      if (delay_ms === 0) to.write(chunk)
      else setTimeout(() => to.writable && to.write(chunk), delay_ms)
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
    close: () => {
      cutAll()
      server.close()
    },
  }
  return proxy
}

// A TCP proxy: passes on bytes, optionally delayed, to the present target, and can cut connections. Bytes
// are never changed.
import { type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** The port behind it; of new connections. */
  target: number
  /** Called with everything that comes back: true cuts the connection before it is passed on. */
  cuts: (chunk: Buffer) => boolean
  /** How many connections were cut. */
  cut: number
  /** Ends all connections. */
  readonly cutAll: () => void
  readonly close: () => void
}

/** `delay_ms`: each way. */
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

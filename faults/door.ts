// A TCP proxy: passes on bytes, optionally delayed, to the present target, and can cut connections. Bytes
// are never changed.
import { type Socket, connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface Door {
  readonly port: number
  /** The port behind it; of new connections. */
  target: number
  /** Called with everything that comes back: true cuts the connection before it is passed on. */
  cuts: (said: Buffer) => boolean
  /** How many connections were cut. */
  cut: number
  /** Ends all connections. */
  readonly slam: () => void
  readonly close: () => void
}

/** `delay_ms`: each way. */
export async function openDoor(target: number, delay_ms = 0): Promise<Door> {
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(door.target, '127.0.0.1')
    const end = () => {
      near.destroy()
      far.destroy()
      open.delete(near)
    }
    open.add(near)
    for (const socket of [near, far]) socket.setNoDelay(true).on('error', end).on('close', end)
    const pass = (to: Socket, said: Buffer) => {
      if (delay_ms === 0) to.write(said)
      else setTimeout(() => to.writable && to.write(said), delay_ms)
    }
    near.on('data', (said: Buffer) => pass(far, said))
    far.on('data', (said: Buffer) => {
      if (!door.cuts(said)) return pass(near, said)
      door.cut += 1
      end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const slam = () => {
    for (const socket of open) socket.destroy()
  }
  const door: Door = {
    port: (server.address() as AddressInfo).port,
    target,
    cuts: () => false,
    cut: 0,
    slam,
    close: () => {
      slam()
      server.close()
    },
  }
  return door
}

// A TCP port on loopback that nobody listens on.
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral ports: one of those may be used by an outgoing connection before it is listened on. */
const FIRST = 20_000
const PORTS = 12_000

export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * PORTS)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}

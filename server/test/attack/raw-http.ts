import { connect } from 'node:net'

/** Sends these bytes; returns everything the server sends until it closes the connection. */
export const sendTo = (port: number, bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')))
    socket.on('data', (chunk) => void (heard += chunk.toString()))
    socket.on('close', () => resolve(heard))
    socket.on('error', reject)
    socket.setTimeout(5000, () => socket.destroy(new Error(`no end after ${heard.length} bytes`)))
  })

// A gateway for codes to phones: takes the messages of the product over HTTP, and remembers what each phone received.
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface GatewayMessage {
  readonly to: string
  readonly text: string
  readonly language: string
  readonly headers: IncomingHttpHeaders
}

export interface PhoneGateway {
  readonly url: string
  readonly token: string
  /** Environment variables of the server under test. */
  readonly variables: Readonly<Record<string, string>>
  /** Accepted messages, in order of arrival. */
  readonly messages: GatewayMessage[]
  /** Status of every answer; 0: the connection is closed without one. */
  status: number
  /** The code in the latest message to a number. Throws if there is none. */
  codeOf(phone: string): string
  close(): Promise<void>
}

const TOKEN = 'token-of-the-gateway'

export async function startPhoneGateway(): Promise<PhoneGateway> {
  const messages: GatewayMessage[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isKnown = request.headers.authorization === `Bearer ${TOKEN}`
      const status = isKnown ? gateway.status : 401
      const sent = JSON.parse(Buffer.concat(chunks).toString()) as Omit<GatewayMessage, 'headers'>
      if (status >= 200 && status < 300) messages.push({ ...sent, headers: request.headers })
      if (status === 0) request.socket.destroy()
      else response.writeHead(status, { location: '/elsewhere' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
  const gateway: PhoneGateway = {
    url,
    token: TOKEN,
    variables: { PHONE_CODES_URL: url, PHONE_CODES_TOKEN: TOKEN },
    messages,
    status: 202,
    codeOf(phone) {
      const code = /\b\d{6}\b/.exec(messages.findLast(({ to }) => to === phone)?.text ?? '')?.[0]
      if (code === undefined) throw new Error(`no code was sent to ${phone}`)
      return code
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return gateway
}

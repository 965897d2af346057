import { once } from 'node:events'
// A mail server for tests: as much SMTP as needed to receive and store a mail.
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface ReceivedMail {
  readonly from: string
  readonly to: string[]
  /** The raw headers. */
  readonly head: string
  /** The decoded body. */
  readonly text: string
}

export interface MailServer {
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Whether every mail is refused. */
  refusing: boolean
  /** Rejects mails to this address for good. */
  rejected?: string
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    converse(socket, mailServer)
  })
  const mailServer = {
    url: '',
    mails: [] as ReceivedMail[],
    refusing: false,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  mailServer.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return mailServer
}

/** The part of RFC 5321 that receiving a mail needs. */
function converse(socket: Socket, server: Pick<MailServer, 'mails' | 'refusing' | 'rejected'>): void {
  let from = ''
  let to: string[] = []
  let data: string[] | undefined
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 test')
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) hear(line)
  })

  function hear(line: string): void {
    if (data !== undefined) return receiveData(line)
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? []
    const verb = line.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') say('250 test')
    else if (verb === 'MAIL') {
      from = address
      to = []
      say(server.refusing ? '451 not now' : '250 ok')
    } else if (verb === 'RCPT') {
      to.push(address)
      say(address === server.rejected ? '550 no such mailbox' : '250 ok')
    } else if (verb === 'DATA') {
      data = []
      say('354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else say('250 ok')
  }

  function receiveData(line: string): void {
    if (line !== '.') return void data!.push(line.replace(/^\./, ''))
    const source = data!.join('\r\n')
    server.mails.push({ from, to, head: source.split('\r\n\r\n')[0]!, text: readable(source) })
    data = undefined
    say('250 kept')
  }
}

/** The decoded body of a mail. */
function readable(source: string): string {
  const [head = '', ...body] = source.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString()
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString() : text
}

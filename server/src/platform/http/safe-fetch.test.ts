// safe-fetch: refusals before anything is sent, and that the connection uses the checked address.
import { pbkdf2 } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { isPublic } from './address.ts'
import { safeFetch, readPublicUrl, resolveName, type SafeFetchOptions } from './safe-fetch.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
})

/** Starts a server on this machine; returns its port and the requests it received. */
async function serve(answer: RequestListener): Promise<{ port: number; requests: string[] }> {
  const requests: string[] = []
  const server = createServer((request, reply) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`)
    answer(request, reply)
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { port: (server.address() as AddressInfo).port, requests }
}

const STRICT: SafeFetchOptions = {
  maxBytes: 1000,
  timeoutMs: 2000,
  allowLoopback: false,
  maxRedirects: 3,
}
const LOOSE: SafeFetchOptions = { ...STRICT, allowLoopback: true }
const redirect =
  (to: string): RequestListener =>
  (_request, reply) =>
    reply.writeHead(302, { location: to }).end()

const reasonOf = async (url: string, options: SafeFetchOptions = STRICT) => {
  const failed = await safeFetch(url, options).then(
    () => ({ reason: 'nothing' }),
    (error: { reason: string; redirects: number }) => error,
  )
  return failed.reason
}

// ASVS V1.1.1
describe('an address that is not public is refused in every notation', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://017700000001/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://127。0。0。1/',
    'http://①②⑦.0.0.①/',
    'http://%31%32%37.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://192.0.0.8/',
    'http://192.0.2.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://240.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[2001:db8::1]/',
    'http://[fc00::1]/',
    'http://[fd12:3456::1]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://localhost/',
    'http://LOCALHOST/',
    'http://localhost./',
    'http://a.localhost/',
    'http://printer.local/',
    'http://vault.internal/',
    'http://router.lan/',
    'http://nas.home.arpa/',
    'http://ⓛocalhost/',
  ])('%s', async (url) => {
    expect(await reasonOf(url)).toBe('host_is_not_public')
  })

  test.each([
    '10.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
    'fe80::1',
    '::',
    'nonsense',
  ])('%s is no public address', (address) => expect(isPublic(address)).toBe(false))
  test.each(['8.8.8.8', '2606:4700::1111'])('%s is a public address', (address) =>
    expect(isPublic(address)).toBe(true),
  )
})

// ASVS V1.2.2
describe('a misleading URL is refused', () => {
  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'gopher://example.com/',
    '//example.com/',
    'example.com',
    '',
    'http://',
    'http:/example.com',
    'http:\\\\example.com',
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://example.com\\@127.0.0.1/',
    'http://example.com:80@127.0.0.1/',
    'http://example.com./',
    'http://ⓔxample.com/',
    'http://ex\tample.com/',
    'http://a_b.example.com/',
    'http://intranet-server/',
    'http://134744072/',
    'http://0x08080808/',
    'http://8.8.8.8./',
    'http://[fe80::1%25eth0]/',
    'http://example.com:99999/',
  ])('%j', async (url) => {
    expect(await reasonOf(url)).toBe('url_is_invalid')
  })

  test.each(['http://example.com:8080/', 'https://example.com:22/', 'http://8.8.8.8:6379/'])(
    '%s: a port other than the web’s',
    async (url) => expect(await reasonOf(url)).toBe('port_is_not_allowed'),
  )

  test.each([
    'https://example.com/',
    'http://EXAMPLE.com:80/a?b#c',
    'https://münchen.example/',
    'http://8.8.8.8/',
  ])('%s may be fetched', (url) => expect(readPublicUrl(url, STRICT).protocol).toMatch(/^https?:$/))
})

describe('names', () => {
  // ASVS V1.3.6 V13.2.5
  test('that resolve to a private address, also among public ones, are refused and nothing is requested', async () => {
    const inner = await serve((_request, reply) => reply.end('secret'))
    const toPort = { ...STRICT, ports: [inner.port] }
    const url = `http://example.com:${inner.port}/`
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      const resolve = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      expect(await reasonOf(url, { ...toPort, resolve })).toBe('host_is_not_public')
    }
    expect(inner.requests).toEqual([])
  })

  test('are resolved once, and the connection uses the checked address: a second DNS response changes nothing', async () => {
    const inner = await serve((_request, reply) => reply.end('here'))
    let times = 0
    const resolve = async () => {
      times += 1
      return [{ address: '127.0.0.1', family: 4 }]
    }
    // Loopback is used as a public address; the system's resolver does not know the name.
    const url = `http://rebinding.example.com:${inner.port}/`
    const options = { ...LOOSE, ports: [inner.port], resolve }
    const answer = await safeFetch(url, options)
    expect([answer.status, answer.body.toString(), times]).toEqual([200, 'here', 1])
    expect(inner.requests).toEqual([`GET rebinding.example.com:${inner.port}/`])
  })

  test('that cannot be resolved are unreachable, and a resolver that never responds times out', async () => {
    const url = 'http://nobody.example.com/'
    expect(await reasonOf(url, { ...STRICT, resolve: async () => [] })).toBe('unreachable')
    expect(await reasonOf(url, { ...STRICT, resolve: () => Promise.reject(new Error('ENOTFOUND')) })).toBe(
      'unreachable',
    )
    const never = () => new Promise<never>(() => undefined)
    expect(await reasonOf(url, { ...STRICT, timeoutMs: 50, resolve: never })).toBe('too_slow')
  })
})

describe('DNS', () => {
  const sockets: Socket[] = []
  afterEach(() => sockets.splice(0).forEach((socket) => socket.close()))

  /** A DNS server (RFC 1035) on this machine; `answer` returns the records of a query type, or undefined to stay silent. */
  async function serveDns(answer: (type: number) => Buffer[] | undefined) {
    const socket = createSocket('udp4')
    sockets.push(socket)
    socket.on('message', (query, { port, address }) => {
      const question = query.subarray(12, query.indexOf(0, 12) + 5)
      const records = answer(question.readUInt16BE(question.length - 4))
      if (records === undefined) return
      const header = Buffer.from(query.subarray(0, 12))
      header.writeUInt16BE(0x8180, 2) // a response without an error
      header.writeUInt16BE(records.length, 6)
      header.writeUInt32BE(0, 8)
      socket.send(Buffer.concat([header, question, ...records]), port, address)
    })
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return { servers: [`127.0.0.1:${socket.address().port}`] }
  }
  const A = 1
  const record = (type: number, data: number[]) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data])

  test('of a name with an IPv4 address only gives that; of one without addresses its error', async () => {
    const { servers } = await serveDns((type) => (type === A ? [record(A, [93, 184, 216, 34])] : []))
    const signal = AbortSignal.timeout(10_000)
    expect(await resolveName('shop.example.com', signal, servers)).toEqual([
      { address: '93.184.216.34', family: 4 },
    ])
    const none = await serveDns(() => [])
    await expect(resolveName('shop.example.com', signal, none.servers)).rejects.toMatchObject({
      code: 'ENODATA',
    })
  })

  test('that never answers ends with the timeout, and blocks no thread that hashing needs', async () => {
    const { servers } = await serveDns(() => undefined)
    const signal = AbortSignal.timeout(1_500)
    let ended = 0
    const lookups = Array.from({ length: 16 }, (_, i) =>
      resolveName(`shop${i}.example.com`, signal, servers).finally(() => (ended += 1)),
    )
    await promisify(pbkdf2)('password', 'salt', 1, 32, 'sha256')
    expect(ended).toBe(0)
    for (const lookup of lookups) await expect(lookup).rejects.toMatchObject({ code: 'ECANCELLED' })
  })

  test('whose server is down is no page that refuses the connection', async () => {
    const { servers } = await serveDns(() => undefined)
    const [socket] = sockets.splice(0)
    socket!.close()
    await once(socket!, 'close')
    const signal = AbortSignal.timeout(20_000)
    await expect(resolveName('shop.example.com', signal, servers)).rejects.toMatchObject({
      code: 'EAI_AGAIN',
    })
  })

  test('is not asked for localhost', async () => {
    const addresses = await resolveName('localhost', AbortSignal.timeout(1_000), ['192.0.2.1'])
    expect(addresses.map(({ address }) => address)).toEqual(['127.0.0.1', '::1'])
  })
})

describe('redirects', () => {
  test.each([
    'http://169.254.169.254/',
    'http://10.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://printer.local/',
    'http://0x0a000001/',
  ])('to %s is refused, with the redirect in the refusal', async (to) => {
    const { port } = await serve(redirect(to))
    const failed = safeFetch(`http://127.0.0.1:${port}/`, LOOSE)
    await expect(failed).rejects.toMatchObject({ reason: 'host_is_not_public', redirects: 1 })
  })

  test.each(['file:///etc/passwd', 'http://me@example.com/', 'ftp://example.com/'])(
    'to %s is refused',
    async (to) => {
      const { port } = await serve(redirect(to))
      expect(await reasonOf(`http://127.0.0.1:${port}/`, LOOSE)).toBe('url_is_invalid')
    },
  )

  // ASVS V15.3.2
  test('from a public name to a private one is refused before the private one is requested', async () => {
    const inner = await serve((_request, reply) => reply.end('secret'))
    const outer = await serve(redirect(`http://inside.example.com:${inner.port}/`))
    const resolve = async (host: string) => [
      host === 'inside.example.com'
        ? { address: '10.0.0.1', family: 4 }
        : { address: '127.0.0.1', family: 4 },
    ]
    const options = { ...LOOSE, ports: [inner.port, outer.port], resolve }
    expect(await reasonOf(`http://outer.example.com:${outer.port}/`, options)).toBe('host_is_not_public')
    expect(inner.requests).toEqual([])
  })

  test('are followed as often as allowed, also relative ones, without cookies', async () => {
    const cookies: (string | undefined)[] = []
    const { port } = await serve((request, reply) => {
      cookies.push(request.headers.cookie)
      if (request.url === '/end') return reply.end('the end')
      return reply.writeHead(302, { location: '/end', 'set-cookie': 'a=b' }).end()
    })
    const answer = await safeFetch(`http://127.0.0.1:${port}/`, LOOSE)
    expect([answer.body.toString(), answer.redirects, answer.url.pathname]).toEqual(['the end', 1, '/end'])
    expect(cookies).toEqual([undefined, undefined])
    expect(await reasonOf(`http://127.0.0.1:${port}/`, { ...LOOSE, maxRedirects: 0 })).toBe(
      'too_many_redirects',
    )
  })

  test('in a loop end', async () => {
    const { port, requests } = await serve(redirect('/again'))
    expect(await reasonOf(`http://127.0.0.1:${port}/`, LOOSE)).toBe('too_many_redirects')
    expect(requests).toHaveLength(4)
  })
})

describe('limits', () => {
  test('on size: a response that is too large is refused, or truncated if configured', async () => {
    const { port } = await serve((_request, reply) => reply.end('x'.repeat(5000)))
    expect(await reasonOf(`http://127.0.0.1:${port}/`, LOOSE)).toBe('too_large')
    const cut = await safeFetch(`http://127.0.0.1:${port}/`, { ...LOOSE, beyond: 'cut' })
    expect(cut.body).toHaveLength(1000)
  })

  test('on time: a response that never starts, or never ends, times out', async () => {
    const silent = await serve(() => undefined)
    expect(await reasonOf(`http://127.0.0.1:${silent.port}/`, { ...LOOSE, timeoutMs: 100 })).toBe('too_slow')
    const endless = await serve((_request, reply) => void reply.write('x'))
    expect(await reasonOf(`http://127.0.0.1:${endless.port}/`, { ...LOOSE, timeoutMs: 100 })).toBe('too_slow')
  })

  test('a closed port is unreachable; an error status is a response', async () => {
    const { port } = await serve((_request, reply) => reply.writeHead(503).end('busy'))
    expect((await safeFetch(`http://127.0.0.1:${port}/`, LOOSE)).status).toBe(503)
    expect(await reasonOf('http://127.0.0.1:1/', LOOSE)).toBe('unreachable')
  })
})

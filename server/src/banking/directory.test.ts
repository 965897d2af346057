// Fetching the bank directory from good and bad servers: there is always a usable list.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { bankingCalls } from '@fairturn/contract/banking'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp, type TestMember } from '../../test/app.ts'
import { answered } from '../../test/carrying.ts'
import { handlers } from '../worker.ts'
import { bankRefresher, refreshBanksSoon } from './banking.jobs.ts'
import bundled from './banks.json' with { type: 'json' }
import { fetchDirectory } from './directory.ts'

const BANKS = [
  { code: 'ALPHA', bin: '970001', name: 'Alpha Bank', short_name: 'Alpha', country: 'VN', swift: 'ALPHVNVX' },
  { code: 'BETA', name: 'Banque Béta', short_name: 'Béta', country: 'FR' },
]

let server: Server | undefined
let app: TestApp
let member: TestMember

beforeAll(async () => {
  app = await startApp()
  member = await app.member('thu ha')
})
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = undefined
})
afterAll(() => app.close())

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/banks.json`
}
const json =
  (body: unknown): RequestListener =>
  (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

const banks = async (country?: string) =>
  answered(
    await app.call(bankingCalls.banks, {
      token: member.token,
      query: country === undefined ? {} : { country },
    }),
  )

async function refresh(url: string | undefined): Promise<void> {
  await refreshBanksSoon(app.database)
  await app.database.runDueJobs([...handlers, bankRefresher(url)])
}

describe('the bundled list', () => {
  test('is available without an external directory, filtered by country', async () => {
    await refresh(undefined)
    const all = await banks()
    expect(all).toMatchObject({ source: 'bundled', fetched_at: null })
    expect(all.list).toHaveLength(bundled.banks.length)
    const french = await banks('fr')
    expect(french.list.length).toBeGreaterThan(2)
    expect(new Set(french.list.map((bank) => bank.country))).toEqual(new Set(['FR']))
    expect((await banks('AQ')).list).toEqual([])
  })

  test('has no duplicate code, and is itself a valid response of a directory', async () => {
    const url = await serve(json(bundled.banks))
    expect(await fetchDirectory(url)).toEqual(bundled.banks)
  })

  test('needs a session, and a known country', async () => {
    expect((await app.call(bankingCalls.banks)).status).toBe(401)
    const answer = await app.call(bankingCalls.banks, { token: member.token, query: { country: 'ZZ' } })
    expect(answer).toMatchObject({ status: 422, code: 'country_is_unknown' })
  })
})

test('an external directory replaces the list, in its order, until it returns another', async () => {
  let answer: unknown = BANKS
  const url = await serve((request, response) => json(answer)(request, response))
  await refresh(url)
  const fetched = await banks()
  expect(fetched.source).toBe('directory')
  expect(fetched.fetched_at).toBe(app.clock.now().toISOString())
  expect(fetched.list).toEqual([BANKS[0], { ...BANKS[1], bin: null, swift: null }])
  answer = [BANKS[1]]
  await refresh(url)
  expect((await banks()).list.map((bank) => bank.code)).toEqual(['BETA'])
})

describe('an unusable response keeps the list unchanged', () => {
  const endless: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'application/json')
    const more = () => {
      while (response.write(`"${'x'.repeat(65_000)}",`));
      response.once('drain', more)
    }
    response.write('[')
    more()
  }
  const slow: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'application/json').write('[')
  }
  const silent: RequestListener = () => undefined
  const html: RequestListener = (_request, response) =>
    response.setHeader('content-type', 'text/html').end('<p>')
  const bomb: RequestListener = (_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .setHeader('content-encoding', 'gzip')
      .end(gzipSync(Buffer.alloc(50_000_000, ' ')))
  const away: RequestListener = (_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()
  const cut: RequestListener = (_request, response) => {
    response.setHeader('content-type', 'application/json').write('[{"code":')
    response.destroy()
  }
  const [alpha] = BANKS

  test.each<[string, RegExp, RequestListener]>([
    ['endless', /larger than/, endless],
    ['slow', /timeout/, slow],
    ['silent', /timeout/, silent],
    ['HTML', /did not answer with JSON/, html],
    ['a decompression bomb', /larger than/, bomb],
    ['a redirection', /fetch failed/, away],
    ['cut off', /terminated|fetch failed/, cut],
    ['an error', /answered 500/, (_request, response) => response.writeHead(500).end('[]')],
    [
      'not JSON',
      /JSON/,
      (_request, response) => response.setHeader('content-type', 'application/json').end('{'),
    ],
    [
      'not UTF-8',
      /not valid/,
      (_request, response) =>
        response.setHeader('content-type', 'application/json').end(Buffer.from([0x5b, 0xff, 0x5d])),
    ],
    ['an object', /array/, json({ banks: BANKS })],
    ['an empty list', /too_small/, json([])],
    ['null', /array/, json(null)],
    ['a duplicate bank', /a code comes twice/, json([alpha, alpha])],
    ['a bank without a name', /name/, json([{ ...alpha, name: '  ' }])],
    ['a name of another type', /name/, json([{ ...alpha, name: ['Alpha'] }])],
    ['a name with a bidirectional override', /name/, json([{ ...alpha, name: 'Alpha \u202e knaB' }])],
    ['a code with a quote', /code/, json([{ ...alpha, code: "A'; drop table bank" }])],
    ['an unknown country', /country/, json([{ ...alpha, country: 'ZZ' }])],
    [
      'one invalid among valid ones',
      /swift/,
      json([...BANKS, { ...alpha, code: 'GAMMA', swift: 'not a bic' }]),
    ],
    ['too many', /too_big/, json(Array.from({ length: 5001 }, (_, i) => ({ ...alpha, code: `A${i}` })))],
  ])('%s', async (_name, why, listener) => {
    const url = await serve(listener)
    // Short only for the timeout case: a busy machine may be slow in the others.
    const timeoutMs = why.source === 'timeout' ? 500 : 15_000
    await expect(fetchDirectory(url, { timeoutMs, maxBytes: 2_000_000 })).rejects.toThrow(why)
  })

  test('an unreachable server fails the job, which is retried, and the cached list stays', async () => {
    await refresh(await serve(json(BANKS)))
    await expect(refresh('http://127.0.0.1:1/banks.json')).rejects.toThrow('fetch failed')
    expect((await banks()).list.map((bank) => bank.code)).toEqual(['ALPHA', 'BETA'])
    server!.removeAllListeners('request')
    server!.on('request', json([]))
    await expect(refresh(`http://127.0.0.1:${(server!.address() as AddressInfo).port}/`)).rejects.toThrow(
      'too_small',
    )
    expect((await banks()).source).toBe('directory')
  })
})

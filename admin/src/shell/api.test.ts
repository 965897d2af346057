/// <reference types="node" />
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { money } from '@fairturn/ui/formats.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { call, refusalText, withAmounts } from './api.ts'
import { onConfirmationRequired } from './confirmation.ts'

let server: Server
let answer: (response: ServerResponse, count: number) => void
let count: number

beforeEach(async () => {
  count = 0
  server = createServer((_, response) => answer(response, (count += 1)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fetchHere = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    fetchHere(`http://127.0.0.1:${port}${path}`, init),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

const json = (response: ServerResponse, status: number, body: object) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
const failureOf = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    (failure: unknown) => failure,
  )
const queues = () => call('GET backoffice/queues')

it('a proxy’s error page is a fault with its reference and a text of our own', async () => {
  answer = (response) => response.writeHead(502, { 'x-request-id': 'r-9' }).end('<html>Bad gateway</html>')
  const fault = {
    kind: 'fault',
    status: 502,
    request_id: 'r-9',
    message: 'app.no_answer',
  }
  expect(await failureOf(queues())).toMatchObject(fault)
})

it('a server that does not answer is reported as offline, with a text of our own', async () => {
  answer = (response) => response.destroy()
  expect(await failureOf(queues())).toMatchObject({
    kind: 'offline',
    message: 'app.no_answer',
  })
})

it('a refusal keeps the server’s message and field errors', async () => {
  const details = { fields: [{ field: 'reason', code: 'please_input_all_data' }] }
  answer = (response) => json(response, 422, { message: 'why?', code: 'please_input_all_data', details })
  expect(await failureOf(queues())).toMatchObject({
    kind: 'refused',
    message: 'why?',
    fields: { reason: 'please_input_all_data' },
  })
})

it('a call is retried after the operator’s confirmation, and refused if they cancel', async () => {
  answer = (response, sent) =>
    sent === 1
      ? json(response, 403, { message: 'confirm', code: 'please_confirm_that_it_is_you' })
      : json(response, 200, { data: { withdrawals: 1 } })
  let confirms = true
  onConfirmationRequired(async () => confirms)
  expect(await queues()).toEqual({ withdrawals: 1 })
  count = 0
  confirms = false
  expect(await failureOf(queues())).toMatchObject({ code: 'please_confirm_that_it_is_you' })
  expect(count).toBe(1)
})

it('tells the amounts of a refusal as they are written on screens, and everything else as it is', () => {
  const amountText = (wire: string) => money(wire, 'USD')
  const details = { left: '16.70', day: '2026-11-29', count: 3, reference: 'FW-1.50', fields: [] }
  expect(withAmounts(details, amountText)).toEqual({ ...details, left: amountText('16.70') })
  const text = refusalText({
    code: 'refund_exceeds_what_was_invoiced',
    message: '',
    details: withAmounts(details, amountText),
  })
  expect(text).toContain(amountText('16.70'))
  expect(text).not.toContain('16.70')
})

// A visitor who reports an order's link, through the form on its page.
import type { ReportReason } from '@fairturn/contract/reports'
import type { TestApp } from './app.ts'
import { BROWSER, newAddress } from './carrying.ts'

interface Report {
  address?: string
  reason?: ReportReason
  note?: string
}

/** Opens the form of this link and sends it; returns the status, and the path of the outcome's page. */
export async function sendReport(
  app: TestApp,
  link: string,
  { address = newAddress(), reason = 'spam', note = '' }: Report = {},
): Promise<{ status: number; outcome: string }> {
  const url = `${new URL(link).pathname}/report`
  const sent = { url, remoteAddress: address, headers: { 'user-agent': BROWSER, 'accept-language': 'en' } }
  const form = await app.fastify.inject({ method: 'GET', ...sent })
  const token = /name="token" value="([^"]*)"/.exec(form.body)?.[1] ?? ''
  app.clock.advance(1_000)
  const answer = await app.fastify.inject({
    method: 'POST',
    ...sent,
    headers: { ...sent.headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token, reason, note }).toString(),
  })
  return { status: answer.statusCode, outcome: /href="(\/report\/[^"]+)"/.exec(answer.body)?.[1] ?? '' }
}

/** The page of an outcome, in English. */
export const readOutcome = async (app: TestApp, outcome: string): Promise<string> =>
  (await app.fastify.inject({ method: 'GET', url: outcome, headers: { 'accept-language': 'en' } })).body

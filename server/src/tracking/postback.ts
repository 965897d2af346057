// Evaluates postbacks: a visit is verified at once if it has been judged. A click counts once, for its own campaign, before
// its deadline (postback.test.ts).
import {
  type PostbackBody,
  type PostbackResult,
  postbackBody,
  TEST_CLICK_ID,
} from '@fairturn/contract/postbacks'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Database, Tx } from '../platform/database/database.ts'
import { confirmableUntil, confirmByServer, findClick, readClick } from './confirmations.store.ts'
import { lock } from './judge.store.ts'
import { judgeTaken } from './judge.ts'
import type { Verdict } from './rules.ts'

export interface Outcome {
  readonly result: PostbackResult
  /** Reason for which the visit was refused. */
  readonly reason: VisitReason | null
  readonly click_id: string | null
}

interface PostbackRequest {
  readonly campaign_id: string
  /** The raw body. */
  readonly body: string
}

/** Applies a postback whose signature was verified; failures are part of the result. */
export async function receivePostback(tx: Tx, { campaign_id, body }: PostbackRequest): Promise<Outcome> {
  const read = readBody(body)
  if (read === undefined) return { result: 'body_is_not_understood', reason: null, click_id: null }
  const { data } = read
  const { click_id } = data
  const withResult = (result: PostbackResult, reason: VisitReason | null = null): Outcome => ({
    result,
    reason,
    click_id,
  })
  // From here on the judge cannot judge this visit concurrently, so the result is final.
  await lock.all(tx)
  const click = await findClick.maybe(tx, { click_id })
  if (click?.verification !== 'postback' || click.campaign_id !== campaign_id)
    return withResult('click_is_unknown')
  if (data.kind !== click.kind) return withResult('kind_is_not_the_campaigns')
  const { continued_at, verdict } = await readClick.one(tx, {
    click_id,
    day: click.day,
    link_id: click.link_id,
  })
  if (click.confirmed) return withResult(...resultOf(verdict, 'already_counted'))
  if (verdict === 'not_confirmed' || confirmableUntil(click, continued_at) < tx.now)
    return withResult('too_late')
  const { kind, value, occurred_at } = data
  await confirmByServer.all(tx, {
    visit_id: click_id,
    link_id: click.link_id,
    campaign_id,
    confirmed_at: tx.now,
    kind,
    value: value === undefined ? null : String(value),
    occurred_at: new Date(occurred_at),
  })
  if (!click.waiting) return withResult(...resultOf(verdict, 'counted'))
  // Waiting: judge it now.
  const [judged] = await judgeTaken(tx, [{ ...click, reason: null }])
  return withResult(...resultOf(judged!.verdict, 'counted'))
}

function resultOf(verdict: Verdict | null, verified: PostbackResult): [PostbackResult, VisitReason | null] {
  if (verdict === null) return ['taken', null]
  return verdict === 'verified' ? [verified, null] : ['not_countable', verdict]
}

function readBody(body: string): PostbackBody | undefined {
  try {
    return postbackBody.parse(JSON.parse(body))
  } catch {
    return undefined
  }
}

const UNDONE = Symbol('undone')

/** Dry run of a postback, rolled back. The test click is a waiting visit of the campaign's `kind`. */
export async function tryPostback(
  database: Database,
  request: PostbackRequest & { kind: string },
): Promise<Outcome> {
  let outcome: Outcome | undefined
  try {
    await database.transaction(async (tx) => {
      outcome = await receivePostback(tx, request)
      throw UNDONE
    })
  } catch (error) {
    if (error !== UNDONE) throw error
  }
  const { result, click_id } = outcome!
  if (click_id !== TEST_CLICK_ID || result !== 'click_is_unknown') return outcome!
  const fits = readBody(request.body)!.data.kind === request.kind
  return { result: fits ? 'counted' : 'kind_is_not_the_campaigns', reason: null, click_id }
}

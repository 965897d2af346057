// What a postback says of a click, and its result: verified at once when the visit has been judged. A click
// counts once, for its own campaign, within its time (postback.test.ts).
import {
  type PostbackBody,
  type PostbackResult,
  postbackBody,
  TEST_CLICK_ID,
} from '@fairturn/contract/postbacks'
import type { VisitReason } from '@fairturn/contract/tracking'
import type { Database, Tx } from '../database/database.ts'
import { clickDay } from './beacon.ts'
import { type Click, confirmByServer, findClick } from './confirmations.store.ts'
import { judgeTaken } from './judge.ts'
import { lock } from './judge.store.ts'
import type { Verdict } from './rules.ts'

export interface Outcome {
  readonly result: PostbackResult
  /** Why the visit was refused. */
  readonly reason: VisitReason | null
  readonly click_id: string | null
}

interface PostbackRequest {
  readonly campaign_id: string
  /** The raw body. */
  readonly body: string
}

/** Applies a postback; failures are part of the result. Its signature was verified before. */
export async function receivePostback(tx: Tx, { campaign_id, body }: PostbackRequest): Promise<Outcome> {
  const read = readBody(body)
  if (read === undefined) return { result: 'body_is_not_understood', reason: null, click_id: null }
  const { data } = read
  const { click_id } = data
  const with_result = (result: PostbackResult, reason: VisitReason | null = null): Outcome => ({
    result,
    reason,
    click_id,
  })
  // From here on nobody else judges this visit, so the answer is final.
  await lock.all(tx)
  const click = await findClick.maybe(tx, click_id, clickDay(click_id), campaign_id)
  if (click === undefined) return with_result('click_is_unknown')
  if (data.kind !== click.kind) return with_result('kind_is_not_the_campaigns')
  if (!click.continued) return with_result('not_countable', 'not_continued')
  if (click.confirmed) return with_result(...stateOf(click.verdict, 'already_counted'))
  if (click.verdict === 'not_confirmed' || click.until! < tx.now) return with_result('too_late')
  const { kind, value, occurred_at } = data
  const said = [kind, value === undefined ? null : String(value), occurred_at]
  await confirmByServer.all(tx, click_id, click.link_id, campaign_id, tx.now, ...said)
  return with_result(...stateOf(await verdictOn(tx, click_id, click), 'counted'))
}

/** Of a waiting visit, its new verdict; else the verdict it has, or undefined before it is judged. */
async function verdictOn(tx: Tx, visit_id: string, click: Click): Promise<Verdict | null> {
  if (!click.waiting) return click.verdict
  const [judged] = await judgeTaken(tx, [{ visit_id, day: click.day, reason: null }])
  return judged!.verdict
}

function stateOf(verdict: Verdict | null, verified: PostbackResult): [PostbackResult, VisitReason | null] {
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

/** What a postback would come to now, rolled back. The test click is a waiting one of the campaign's `kind`. */
export async function tryPostback(
  database: Database,
  said: PostbackRequest & { kind: string },
): Promise<Outcome> {
  let outcome: Outcome | undefined
  try {
    await database.transaction(async (tx) => {
      outcome = await receivePostback(tx, said)
      throw UNDONE
    })
  } catch (error) {
    if (error !== UNDONE) throw error
  }
  const { result, click_id } = outcome!
  if (click_id !== TEST_CLICK_ID || result !== 'click_is_unknown') return outcome!
  const fits = readBody(said.body)!.data.kind === said.kind
  return { result: fits ? 'counted' : 'kind_is_not_the_campaigns', reason: null, click_id }
}

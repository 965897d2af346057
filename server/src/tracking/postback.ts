// What an advertiser's server says of a click, and what it comes to: verified at once where the visit has been judged. It must
// never count a click twice, one of another campaign, nor one whose time is over.
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
  /** The body as it came. */
  readonly body: string
}

/** Does what a postback says; what cannot be done is part of the answer. Its signature was judged before. */
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
  // From here on nobody else judges: what is answered is how it is.
  await lock.all(tx)
  const click = await findClick.maybe(tx, click_id, clickDay(click_id), campaign_id)
  if (click === undefined) return with_result('click_is_unknown')
  if (data.kind !== click.kind) return with_result('kind_is_not_the_campaigns')
  if (!click.continued) return with_result('not_countable', 'not_continued')
  if (click.confirmed) return with_result(...stateOf(click.verdict, 'already_counted'))
  if (click.verdict === 'not_confirmed' || click.until! < tx.now) return with_result('too_late')
  await confirmByServer.all(
    tx,
    click_id,
    click.link_id,
    campaign_id,
    tx.now,
    data.kind,
    data.value === undefined ? null : String(data.value),
    data.occurred_at,
  )
  return with_result(...stateOf(await verdictOn(tx, click_id, click), 'counted'))
}

/** Of a visit that waited, the verdict it gets now; else the one it has, or undefined while the judge has yet to come to it. */
async function verdictOn(tx: Tx, visit_id: string, click: Click): Promise<Verdict | null> {
  if (!click.waiting) return click.verdict
  const [judged] = await judgeTaken(tx, [{ visit_id, day: click.day, reason: null }])
  return judged!.verdict
}

function stateOf(verdict: Verdict | null, verified: PostbackResult): [PostbackResult, VisitReason | null] {
  if (verdict === null) return ['taken', null]
  return verdict === 'verified' ? [verified, null] : ['not_countable', verdict]
}

/** What stands in a body, or undefined when it is not what is asked for. */
function readBody(body: string): PostbackBody | undefined {
  try {
    return postbackBody.parse(JSON.parse(body))
  } catch {
    return undefined
  }
}

const UNDONE = Symbol('undone')

/** What a postback would come to now; nothing of it stays. The test click is one that waits, of the campaign's `kind`. */
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

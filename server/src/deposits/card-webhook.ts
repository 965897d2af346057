// What the card provider tells us: signed by it, taken once an event, in whatever order. Refunds and disputes are kept for
// operators; they must never take by themselves what a member has been credited with.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { textOf } from '../http/texts.ts'
import { getMember } from '../members/members.ts'
import type { Card, CardEvent, Session } from './stripe.ts'
import { insertCardEvent, selectDepositOfEvidence } from './card-events.store.ts'
import {
  depositOfSession,
  isOurs,
  type Judgement,
  judgement,
  recordJudgement,
  settleSession,
} from './card-checkout.ts'
import { refuseDeposit } from './credit-deposit.ts'

// A dispute carries its evidence along.
const BODY_LIMIT = 512 * 1024
const ACTOR = 'stripe'

/**
 * POST payments/stripe-webhook. Open to all, and heard only when signed: https://docs.stripe.com/webhooks. Anything else is
 * answered 400 and leaves nothing; where no card provider is configured that is everything.
 */
export async function cardRoutes({ fastify, app }: Routes, card: Card | undefined): Promise<void> {
  await fastify.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: 'POST',
      url: '/api/payments/stripe-webhook',
      bodyLimit: BODY_LIMIT,
      handler: answer,
    })
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const signature = request.headers['stripe-signature']
    const signed = Buffer.isBuffer(request.body) && typeof signature === 'string'
    const event = signed ? card?.read(request.body as Buffer, signature, app.database.clock.now()) : undefined
    if (event === undefined) throw refuse('request_is_malformed')
    const judged = await app.database.transaction((tx) => receiveEvent(tx, event))
    if (judged?.state === 'needs_review')
      request.log.warn({ event: event.id, type: event.type, note: judged.note }, 'a card event needs review')
    return reply.send({ data: { received: true } })
  }
}

/** Undefined when it concerns nothing here, or was heard before. */
async function receiveEvent(tx: Tx, event: CardEvent): Promise<Judgement | undefined> {
  const judge = judgeOf(event)
  if (judge === undefined) return undefined
  const happened_at = new Date(event.created * 1000)
  // Of many at once with one id the others wait here, and then find it told.
  if ((await insertCardEvent.maybe(tx, event.id, event.type, happened_at, tx.now)) === undefined)
    return undefined
  const judged = await judge(tx)
  await recordJudgement(tx, event.id, judged)
  return judged
}

function judgeOf(event: CardEvent): ((tx: Tx) => Promise<Judgement>) | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const session = event.data.object
      return isOurs(session) ? (tx) => settleSession(tx, session) : undefined
    }
    case 'checkout.session.async_payment_failed': {
      const session = event.data.object
      return isOurs(session) ? (tx) => declined(tx, session) : undefined
    }
    case 'charge.refunded': {
      const { payment_intent, amount_refunded, currency } = event.data.object
      return (tx) => contested(tx, event.type, payment_intent, amount_refunded, currency)
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const { payment_intent, amount, currency } = event.data.object
      return (tx) => contested(tx, event.type, payment_intent, amount, currency)
    }
    default:
      return undefined
  }
}

/** A payment that the member's bank did not make in the end. */
async function declined(tx: Tx, session: Session): Promise<Judgement> {
  const deposit = await depositOfSession(tx, session)
  if (deposit === undefined) return judgement(session, deposit, 'ignored', 'for a deposit that is not here')
  if (deposit.status === 'credited')
    return judgement(session, deposit, 'needs_review', 'failed, for a credited deposit')
  if (deposit.status !== 'awaiting')
    return judgement(session, deposit, 'ignored', `the deposit is ${deposit.status}`)
  const { locale } = await getMember(tx, deposit.member_id)
  const reason = textOf('card_payment_was_declined', locale)
  await refuseDeposit(tx, { deposit_id: deposit.id, reason, actor: ACTOR })
  return judgement(session, deposit, 'applied', 'the payment failed')
}

/** Money that is going back, or may: whose loss it is, is not decided here. */
async function contested(
  tx: Tx,
  note: string,
  payment: string | { readonly id: string } | null,
  amount: number,
  currency: string,
): Promise<Judgement> {
  const payment_intent = typeof payment === 'string' ? payment : (payment?.id ?? null)
  const deposit = await selectDepositOfEvidence.maybe(tx, `stripe:${payment_intent}`)
  const deposit_id = deposit?.id ?? null
  return { state: 'needs_review', note, deposit_id, payment_intent, amount_minor: BigInt(amount), currency }
}

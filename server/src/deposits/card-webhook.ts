// The card provider's webhook: signature verified, each event processed once, in any order. Refunds and disputes are stored
// for operators (card.test.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import {
  type EventOutcome,
  recordOutcome,
  refundedOutcome,
  settleCheckout,
  settleDispute,
} from './card-checkout.ts'
import { insertCardEvent } from './card-events.store.ts'
import { returnCardMoney } from './card-money.ts'
import type { CardEvent, CardProvider } from './card-provider.ts'

// A dispute includes its evidence, hence the size.
const BODY_LIMIT = 512 * 1024

/**
 * POST payments/stripe-webhook. Public. Without a valid signature or a configured provider it answers 400 and stores
 * nothing.
 */
export async function cardRoutes({ fastify, app }: Routes, provider: CardProvider | undefined) {
  await fastify.register(async (scope) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: 'POST',
      url: provider?.webhook.path ?? '/api/payments/stripe-webhook',
      bodyLimit: BODY_LIMIT,
      handler: answer,
    })
  })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { body, headers } = request
    const signature = provider && headers[provider.webhook.signatureHeader]
    const event =
      Buffer.isBuffer(body) && typeof signature === 'string'
        ? provider?.readEvent(body, signature, app.database.clock.now())
        : undefined
    if (event === undefined) throw refuse('request_is_malformed')
    const outcome = await app.database.transaction((tx) => receiveCardEvent(tx, provider!.name, event))
    if (outcome?.status === 'needs_review')
      request.log.warn({ event: event.id, type: event.type, note: outcome.note }, 'a card event needs review')
    return reply.send({ data: { received: true } })
  }
}

/** Takes an event of the provider `by`, whose signature was verified, once. */
export async function receiveCardEvent(
  tx: Tx,
  by: string,
  event: CardEvent,
): Promise<EventOutcome | undefined> {
  const { id, type, happened_at, of } = event
  if (of === undefined) return undefined
  // Concurrent deliveries of the same event wait on this insert and then find it processed.
  if ((await insertCardEvent.maybe(tx, { id, type, happened_at, received_at: tx.now })) === undefined)
    return undefined
  const outcome = await outcomeOf(tx, by, event, of)
  await recordOutcome(tx, id, outcome)
  return outcome
}

async function outcomeOf(
  tx: Tx,
  by: string,
  { type, happened_at }: CardEvent,
  of: NonNullable<CardEvent['of']>,
): Promise<EventOutcome> {
  if ('checkout' in of) return await settleCheckout(tx, by, of.checkout)
  if ('refunded' in of) return await refundedOutcome(tx, by, type, of.refunded)
  if ('dispute' in of) return await settleDispute(tx, by, type, of.dispute, happened_at)
  // Withdrawals read the provider's answer themselves: events come in any order.
  await enqueue(tx, returnCardMoney, {}, { job_key: returnCardMoney.name })
  return { status: 'applied', note: `the refund ${of.refund_id} changed`, deposit_id: null, ...of.payment }
}

// The card provider's webhook: signature verified, each event processed once, in any order. Refunds and disputes are stored
// for operators (card.test.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { refuse } from '../platform/http/refusal.ts'
import { type EventOutcome, contestedOutcome, recordOutcome, settleCheckout } from './card-checkout.ts'
import { insertCardEvent } from './card-events.store.ts'
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
    const signature = provider && headers[provider.webhook.signature_header]
    const event =
      Buffer.isBuffer(body) && typeof signature === 'string'
        ? provider?.readEvent(body, signature, app.database.clock.now())
        : undefined
    if (event === undefined) throw refuse('request_is_malformed')
    const outcome = await app.database.transaction((tx) => receiveEvent(tx, provider!.name, event))
    if (outcome?.status === 'needs_review')
      request.log.warn({ event: event.id, type: event.type, note: outcome.note }, 'a card event needs review')
    return reply.send({ data: { received: true } })
  }
}

async function receiveEvent(tx: Tx, by: string, event: CardEvent): Promise<EventOutcome | undefined> {
  const { id, type, happened_at, of } = event
  if (of === undefined) return undefined
  // Concurrent deliveries of the same event wait on this insert and then find it processed.
  if ((await insertCardEvent.maybe(tx, id, type, happened_at, tx.now)) === undefined) return undefined
  const outcome =
    'checkout' in of
      ? await settleCheckout(tx, by, of.checkout)
      : await contestedOutcome(tx, by, type, of.contested)
  await recordOutcome(tx, id, outcome)
  return outcome
}

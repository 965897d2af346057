// The card provider's webhook: signed, each event once, in any order. Refunds and disputes are stored for
// operators and take nothing from a member automatically (card.test.ts).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../database/database.ts'
import type { Routes } from '../http/app.ts'
import { refuse } from '../http/refusal.ts'
import { type Judgement, judgeContested, recordJudgement, settleCheckout } from './card-checkout.ts'
import { insertCardEvent } from './card-events.store.ts'
import type { CardEvent, CardProvider } from './card-provider.ts'

// A dispute carries its evidence along.
const BODY_LIMIT = 512 * 1024

/**
 * POST payments/stripe-webhook. Public, and accepted with a valid signature only. Anything else is answered
 * 400 and leaves nothing; without a card provider that is everything.
 */
export async function cardRoutes(
  { fastify, app }: Routes,
  provider: CardProvider | undefined,
): Promise<void> {
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
    const event = provider && readEvent(provider, request)
    if (event === undefined) throw refuse('request_is_malformed')
    const judged = await app.database.transaction((tx) => receiveEvent(tx, provider!.name, event))
    if (judged?.state === 'needs_review')
      request.log.warn({ event: event.id, type: event.type, note: judged.note }, 'a card event needs review')
    return reply.send({ data: { received: true } })
  }

  function readEvent(told: CardProvider, { body, headers }: FastifyRequest) {
    const signature = headers[told.webhook.signature_header]
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') return undefined
    return told.readEvent(body, signature, app.database.clock.now())
  }
}

/** Undefined when it does not matter here, or was handled before. */
async function receiveEvent(tx: Tx, by: string, event: CardEvent): Promise<Judgement | undefined> {
  const { id, type, happened_at, of } = event
  if (of === undefined) return undefined
  // Concurrent ones with the same id wait here, and then find it handled.
  if ((await insertCardEvent.maybe(tx, id, type, happened_at, tx.now)) === undefined) return undefined
  const judged =
    'checkout' in of
      ? await settleCheckout(tx, by, of.checkout)
      : await judgeContested(tx, by, type, of.contested)
  await recordJudgement(tx, id, judged)
  return judged
}

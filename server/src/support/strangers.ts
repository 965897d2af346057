// Conversations of people who cannot sign in (strangers.test.ts): by a confirmed mail address alone. Nothing that is answered
// here depends on whether the address, or anybody, has an account.
import { newId } from '@fairturn/contract/ids'
import type { Locale } from '@fairturn/contract/locales'
import { strangerCalls as calls } from '@fairturn/contract/support'
import { hashToken } from '../platform/credentials/tokens.ts'
import type { Queryable, Tx } from '../platform/database/database.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse, refuse } from '../platform/http/refusal.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { strangerMail } from './stranger-mails.ts'
import * as store from './strangers.store.ts'
import { threadOnWire } from './support.dto.ts'
import { type ConversationRow, insertConversation } from './support.store.ts'
import { answerDue, writeFromOutside } from './support.ts'

const LINK_MS = 90 * 24 * 3_600_000

export function strangerRoutes(routes: Routes): void {
  const { database, config } = routes.app

  bind(routes, calls.ask, async ({ body, transaction }) => {
    if (config.mail === undefined) throw refuse('mail_is_not_available')
    await transaction((tx) => askAsStranger(tx, body))
    return { data: { done: true }, message: 'confirmation_mail_is_on_its_way' }
  })

  bind(routes, calls.confirm, async ({ body, transaction, now }) => ({
    data: await transaction(async (tx) => strangersThreadOnWire(tx, await confirm(tx, body.token), now)),
  }))

  bind(routes, calls.read, async ({ body, now }) => {
    const found = await store.findByLink.maybe(database, { hash: hashToken(body.token), now })
    return { data: await strangersThreadOnWire(database, orRefuse(found, 'link_is_not_valid'), now) }
  })

  bind(routes, calls.reply, async ({ body, transaction, now }) => ({
    data: await transaction(async (tx) => strangersThreadOnWire(tx, await reply(tx, body), now)),
  }))
}

async function askAsStranger(
  tx: Tx,
  { email, locale, message }: { email: string; locale: Locale; message: string },
): Promise<void> {
  const id = newId(tx.now)
  await store.insertStranger.all(tx, { id, email, locale, asked_at: tx.now, message })
  await enqueue(tx, strangerMail, { stranger_id: id, at: tx.now.toISOString() })
}

/** The question becomes a conversation, once. Refuses `link_is_not_valid`. */
async function confirm(tx: Tx, token: string): Promise<ConversationRow> {
  const hash = hashToken(token)
  const stranger = orRefuse(await store.lockByLink.maybe(tx, { hash, now: tx.now }), 'link_is_not_valid')
  if (stranger.message !== null) {
    const id = newId(tx.now)
    const about = { subject_kind: null, subject_id: null, due_by: await answerDue(tx, tx.now) }
    const { locale, message: text } = stranger
    const row = { id, member_id: null, stranger_id: stranger.id, locale, now: tx.now, ...about }
    await insertConversation.all(tx, row)
    const expires_at = new Date(tx.now.getTime() + LINK_MS)
    await store.updateConfirmed.all(tx, { id: stranger.id, hash, now: tx.now, expires_at })
    await writeFromOutside(tx, await lockByLink(tx, hash), { text })
  }
  return await lockByLink(tx, hash)
}

/** Refuses `link_is_not_valid`, `conversation_is_closed`, `conversation_is_full` and `idempotency_key_was_used`. */
async function reply(
  tx: Tx,
  { token, key: sent_key, message }: { token: string; key: string; message: string },
): Promise<ConversationRow> {
  const hash = hashToken(token)
  const conversation = await lockByLink(tx, hash)
  const sent = await store.wasSent.maybe(tx, { id: conversation.id, sent_key })
  if (sent !== undefined && sent.text !== message) throw refuse('idempotency_key_was_used')
  if (sent !== undefined) return conversation
  await writeFromOutside(tx, conversation, { text: message, sent_key })
  return await lockByLink(tx, hash)
}

const lockByLink = async (tx: Tx, hash: Buffer): Promise<ConversationRow> =>
  orRefuse(await store.lockConversationByLink.maybe(tx, { hash, now: tx.now }), 'link_is_not_valid')

async function strangersThreadOnWire(on: Queryable, row: ConversationRow, now: Date) {
  const { subject: _subject, complaint: _complaint, ...thread } = await threadOnWire(on, row, now)
  return thread
}

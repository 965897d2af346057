// Calls on notification channels: settings, this device, and one-click unsubscribe of mails.
import { noticeCalls } from '@fairturn/contract/notices'
import { requireConfirmation } from '../members/members.ts'
import type { Routes } from '../platform/http/app.ts'
import { bind } from '../platform/http/bind.ts'
import { orRefuse } from '../platform/http/refusal.ts'
import { deleteSubscription, saveSubscription } from './channels.store.ts'
import { choose, notificationSettings, silencesMoney } from './channels.ts'
import { publicPushKey, pushCipher, subscribe } from './push.ts'
import { readUnsubscribeToken } from './unsubscribe.ts'

export async function channelRoutes(routes: Routes): Promise<void> {
  const { app, fastify } = routes
  const mail = app.config.mail !== undefined
  const public_key = await publicPushKey(app.database, app.config)
  const cipher = pushCipher(app.config.secrets)

  bind(routes, noticeCalls.settings, async ({ viewer, now }) => ({
    data: await notificationSettings(app.database, viewer.member_id, now, mail),
  }))

  bind(routes, noticeCalls.changeSettings, async (call) => {
    const { viewer, body, transaction } = call
    if (silencesMoney(body)) await requireConfirmation(call)
    const data = await transaction(async (tx) => {
      await choose(tx, viewer.member_id, body, mail)
      return await notificationSettings(tx, viewer.member_id, tx.now, mail)
    })
    return { data }
  })

  bind(routes, noticeCalls.pushKey, async () => ({
    data: { key: public_key },
  }))

  bind(routes, noticeCalls.subscribe, async ({ viewer, body, transaction }) => {
    await transaction((tx) => subscribe(tx, cipher, viewer, body))
    return { data: { on: true } }
  })

  bind(routes, noticeCalls.saveSubscription, async ({ viewer, body: { endpoint } }) => {
    const kept = await saveSubscription.maybe(app.database, {
      member_id: viewer.member_id,
      endpoint,
      session_id: viewer.session_id,
    })
    return { data: { on: kept !== undefined } }
  })

  bind(routes, noticeCalls.unsubscribe, async ({ viewer, body: { endpoint } }) => {
    await deleteSubscription.all(app.database, { member_id: viewer.member_id, endpoint })
    return { data: { on: false } }
  })

  // In a separate Fastify scope: mail clients send a form (RFC 8058), which no other call accepts.
  await fastify.register(async (clicks) => {
    clicks.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer' },
      (_request, _body, done) => done(null, {}),
    )
    bind({ fastify: clicks, app }, noticeCalls.unsubscribeMail, async ({ params, transaction }) => {
      const named = orRefuse(readUnsubscribeToken(app.config.secrets, params.token), 'link_is_not_valid')
      const { member_id, group } = named
      await transaction((tx) => choose(tx, member_id, { group, channel: 'mail', on: false }, mail))
      return { data: { done: true }, message: 'mails_switched_off' }
    })
  })
  // Link scanners open this URL too, so a GET unsubscribes nobody.
  fastify.get('/api/mail/unsubscribe/:token', (_request, reply) =>
    reply.redirect('/notification/settings', 303),
  )
}

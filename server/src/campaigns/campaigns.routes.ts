// Calls of placers. Another member's campaign is unknown to them.
import { campaignCalls as calls } from '@fairturn/contract/campaigns'
import { fileCalls } from '@fairturn/contract/files'
import { type Crop, saveCreative, receiveUpload, acceptUploads, settingsOf } from '../content/content.ts'
import { selectTransfersAwaited } from '../deposits/deposits.ts'
import { drawPdf } from '../documents/documents.ts'
import { campaignContent, quoteNumber, quoteSheet, quoteVat } from '../invoices/invoices.ts'
import { availableOf } from '../ledger/ledger.ts'
import { requireConfirmation, spendConfirmation, userOf } from '../members/members.ts'
import { type Queryable, together } from '../platform/database/database.ts'
import { toColumn } from '../platform/database/statement.ts'
import type { Routes, Viewer } from '../platform/http/app.ts'
import { bindFile } from '../platform/http/bind-file.ts'
import { bind } from '../platform/http/bind.ts'
import { pageOf, idBefore } from '../platform/http/cursor.ts'
import { refuse } from '../platform/http/refusal.ts'
import { campaignsOnWire, cancellingOnWire, landingOnWire, quoteOnWire } from './campaigns.dto.ts'
import { type Campaign, selectCampaignsOfMember } from './campaigns.store.ts'
import * as store from './drafts.store.ts'
import type { DraftRow } from './drafts.store.ts'
import { checkLanding, ensureLanding } from './landing.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign } from './lifecycle.ts'
import { type ConfirmPayment, payCampaign } from './payment.ts'
import {
  landingOf,
  placeCampaign,
  quoteFor,
  changeCampaign,
  requirePlacer,
  spelled,
  ownCampaign,
} from './placing.ts'
import { quoteTopUp, topUpCampaign } from './top-up.ts'

const PAGE_SIZE = 20

export async function campaignRoutes(routes: Routes): Promise<void> {
  placing(routes)
  drafts(routes)
  reading(routes)
  life(routes)
  money(routes)
  await creatives(routes)
}

function placing(routes: Routes): void {
  const { database, config } = routes.app
  const guard = { allowLoopback: config.safeFetchAllowLoopback, demo: config.demo }

  bind(routes, calls.quote, async ({ viewer, body, now }) => {
    const { member_id } = viewer
    const [{ terms, quote }, available_minor] = await Promise.all([
      quoteFor(database, member_id, { price_minor: body.price, visits: body.visits }),
      availableOf(database, member_id),
    ])
    const vat_minor = await quoteVat(database, { member_id, now, ...quote })
    return { data: quoteOnWire(quote, terms, { available_minor, vat_minor }) }
  })

  // The landing page is fetched before the transaction, because its server may be slow.
  bind(routes, calls.create, {
    async before({ viewer, body }) {
      const { member_id } = viewer
      await requirePlacer(database, member_id)
      await ensureLanding(database, landingOf({ member_id, form: body }), guard)
    },
    async handler({ viewer, body, now, transaction }) {
      const placed = { member_id: viewer.member_id, form: body }
      const data = await transaction(async (tx) => shown(tx, await placeCampaign(tx, placed), now))
      return { data, message: 'campaign_placed_successfully' }
    },
  })

  bind(routes, calls.change, {
    async before(call) {
      const { body, params } = call
      const { member_id } = call.viewer
      await requirePlacer(database, member_id)
      const { status } = await ownCampaign(database, { member_id, ...params })
      if (status !== 'unpaid') throw refuse('campaign_cannot_be_changed')
      // The member may pay it from a page opened before: a stolen session could exchange what for, at the same total.
      await requireConfirmation(call)
      await ensureLanding(database, landingOf({ member_id, form: body }), guard)
    },
    async handler({ viewer, body, params, now, transaction }) {
      const placed = { member_id: viewer.member_id, form: body }
      const data = await transaction(async (tx) =>
        shown(tx, await changeCampaign(tx, params.campaign_id, placed), now),
      )
      return { data, message: 'campaign_changed_successfully' }
    },
  })

  bind(routes, calls.checkLanding, async ({ viewer, body, locale }) => {
    const page = { member_id: viewer.member_id, landing_url: spelled(body.landing_url) }
    return { data: landingOnWire(await checkLanding(database, page, guard), locale) }
  })
}

/** Length of the JSON in characters. */
const MAX_DRAFT_LENGTH = 30_000

function drafts(routes: Routes): void {
  const { database, config } = routes.app
  const cipher = store.draftCipher(config.secrets)
  const draftOnWire = (row: DraftRow | undefined) => {
    const draft = store.decryptDraft(cipher, row)
    return { draft, saved_at: (draft && row?.saved_at.toISOString()) ?? null }
  }

  bind(routes, calls.draft, async ({ viewer }) => ({
    data: draftOnWire(await store.selectDraft.maybe(database, { member_id: viewer.member_id })),
  }))

  bind(routes, calls.saveDraft, async ({ viewer, body, now, transaction }) => {
    const { member_id } = viewer
    const { draft } = body
    if (draft !== null && JSON.stringify(draft).length > MAX_DRAFT_LENGTH) throw refuse('field_is_too_long')
    const kept = await transaction(async (tx) => {
      if (draft === null) return void (await store.deleteDraft.all(tx, { member_id }))
      return await store.upsertDraft.one(tx, {
        member_id,
        ciphertext: store.encryptDraft(cipher, member_id, draft),
        now,
      })
    })
    return { data: draftOnWire(kept ?? undefined) }
  })
}

function reading(routes: Routes): void {
  const { database, config } = routes.app

  bind(routes, calls.list, async ({ viewer, query, now }) => {
    const { status = null, cursor: after } = query
    const [{ member_id }, before] = [viewer, idBefore(after)]
    const rows = await selectCampaignsOfMember.all(database, {
      member_id,
      status,
      before,
      limit: PAGE_SIZE + 1,
    })
    const { list, cursor } = pageOf(rows, PAGE_SIZE)
    return { data: { list: await allShown(database, list, now), cursor } }
  })

  bind(routes, calls.get, async ({ viewer, params, now }) => ({
    data: await shown(database, await ownCampaign(database, { ...viewer, ...params }), now),
  }))

  bindFile(routes, fileCalls.campaigns.quoteDocument, async ({ viewer, params, now, locale }) => {
    const campaign = await ownCampaign(database, { ...viewer, ...params })
    if (campaign.status !== 'unpaid') throw refuse('campaign_cannot_be_paid')
    const { id, brand } = campaign
    const { site_title: site, receive_account: to } = await settingsOf(database)
    const [awaited] = await selectTransfersAwaited.all(database, { campaign_ids: [id] })
    const account = to?.iban ?? to?.account_number ?? ''
    const content = await campaignContent(database, { ...campaign, now })
    // A transfer of another sum, announced before VAT changed, would not pay: its reference is not asked for.
    const payable_minor = content.parts.escrow_minor + content.parts.fee_minor + content.vat_minor
    const pays = awaited?.amount_minor === payable_minor
    const transfer = to && pays ? { ...to, account, reference: awaited.reference } : null
    const about = { number: quoteNumber(id), subject_name: brand, transfer }
    const sheet = quoteSheet(content, about, { locale, site, demo: config.demo })
    return { name: `quote-${id}.pdf`, body: await drawPdf(sheet, now) }
  })

  bind(routes, calls.cancelQuote, async ({ viewer, params }) => {
    const campaign = await ownCampaign(database, { ...viewer, ...params })
    if (campaign.ended_at !== null) throw refuse('campaign_cannot_be_ended')
    return { data: await cancellingOnWire(database, campaign) }
  })
}

function life(routes: Routes): void {
  bind(routes, calls.pause, async ({ viewer, params, now, transaction }) => {
    const data = await transaction(async (tx) =>
      shown(tx, await pauseCampaign(tx, { ...viewer, ...params }), now),
    )
    return { data, message: 'campaign_paused_successfully' }
  })

  bind(routes, calls.resume, async ({ viewer, params, now, transaction }) => {
    const data = await transaction(async (tx) =>
      shown(tx, await resumeCampaign(tx, { ...viewer, ...params }), now),
    )
    return { data, message: 'campaign_resumed_successfully' }
  })
}

function money(routes: Routes): void {
  const { database } = routes.app
  // A confirmation of what is payable: another member could carry what a stolen session pays for.
  const by =
    (viewer: Viewer): ConfirmPayment =>
    (tx, payable_minor) =>
      spendConfirmation(tx, viewer, payable_minor)

  bind(routes, calls.pay, async ({ viewer, params, body, now, transaction }) => {
    const own = { ...viewer, ...params }
    const price = { total_minor: body.total, payable_minor: body.payable }
    const data = await transaction(async (tx) =>
      withBalance(tx, await payCampaign(tx, own, by(viewer), price), now),
    )
    return { data, message: 'order_payment_successful' }
  })

  bind(routes, calls.topUpQuote, async ({ viewer, params, body, now }) => {
    const { campaign, ...added } = await quoteTopUp(database, { ...viewer, ...params, ...body, now })
    const terms = { service_fee_bp: campaign.service_fee_bp, discount_bp: added.discount_bp }
    const { member_id } = viewer
    const vat_minor = await quoteVat(database, { member_id, now, ...added.quote })
    const available_minor = await availableOf(database, member_id)
    return { data: quoteOnWire(added.quote, terms, { available_minor, vat_minor }) }
  })

  bind(routes, calls.topUp, async ({ viewer, params, body, now, transaction }) => {
    const { visits, total: total_minor, payable: payable_minor } = body
    const addition = { ...viewer, ...params, visits, total_minor, payable_minor }
    const data = await transaction(async (tx) =>
      withBalance(tx, await topUpCampaign(tx, addition, by(viewer)), now),
    )
    return { data, message: 'order_payment_successful' }
  })

  bind(routes, calls.cancel, async ({ viewer, params, now, transaction }) => {
    const own = { ...viewer, ...params }
    const data = await transaction(async (tx) => withBalance(tx, await cancelCampaign(tx, own), now))
    return { data, message: 'campaign_cancelled_successfully' }
  })
}

async function withBalance(on: Queryable, campaign: Campaign, now: Date) {
  const [{ account_balance }, view] = await together(userOf(on, campaign.member_id), shown(on, campaign, now))
  return { campaign: view, account_balance }
}

async function allShown(on: Queryable, campaigns: readonly Campaign[], now: Date) {
  const unpaid = toColumn(
    campaigns.filter(({ status }) => status === 'unpaid'),
    'id',
  )
  const transfers = unpaid.length === 0 ? [] : await selectTransfersAwaited.all(on, { campaign_ids: unpaid })
  const byCampaign = new Map(transfers.map((transfer) => [transfer.campaign_id!, transfer]))
  return await campaignsOnWire(on, campaigns, now, byCampaign)
}
const shown = async (on: Queryable, campaign: Campaign, now: Date) =>
  (await allShown(on, [campaign], now))[0]!

/** A separate Fastify scope: no other call here accepts multipart. */
async function creatives({ app, fastify }: Routes): Promise<void> {
  const { files, database } = app
  await fastify.register(async (uploads) => {
    await acceptUploads(uploads)
    uploads.route({
      method: 'POST',
      url: '/api/campaigns/creative',
      async handler(request) {
        const creative = await receiveUpload(app, request, async ({ bytes, fields, viewer }) => {
          const url = await saveCreative(files, bytes, cropOf(fields))
          await store.insertCreative.all(database, {
            url,
            member_id: viewer.member_id,
            unused_since: database.clock.now(),
          })
          return url
        })
        return { data: { creative } }
      },
    })
  })
}

/** All four numbers or none. */
function cropOf(fields: ReadonlyMap<string, string>): Crop | undefined {
  const names = ['x', 'y', 'width', 'height'] as const
  if (!names.some((name) => fields.has(name))) return undefined
  const [x, y, width, height] = names.map((name) => {
    const text = fields.get(name) ?? ''
    if (!/^\d{1,6}(\.\d{1,20})?$/.test(text)) throw refuse('crop_is_invalid')
    return Math.floor(Number(text))
  })
  return { x: x!, y: y!, width: width!, height: height! }
}

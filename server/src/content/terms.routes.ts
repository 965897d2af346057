import { adminTermsCalls } from '@fairturn/contract/backoffice/terms'
import { termsCalls } from '@fairturn/contract/terms'
import { agreementsOf, agreeToTerms } from '../members/members.ts'
import type { Routes } from '../platform/http/app.ts'
import { bindPublic } from '../platform/http/bind-public.ts'
import { bind } from '../platform/http/bind.ts'
import { adminTerms, proposeTerms, storeTermsInForce, termsPage } from './terms.ts'

export function termsRoutes(routes: Routes): void {
  const { database } = routes.app
  const pages = [
    [termsCalls.terms, 'terms'],
    [termsCalls.privacyNotice, 'privacy-notice'],
  ] as const
  for (const [call, name] of pages)
    bindPublic(routes, call, (locale) => termsPage(database, { name, locale, now: database.clock.now() }))

  bind(routes, termsCalls.version, async ({ params, locale, now }) => ({
    data: await termsPage(database, { ...params, locale, now }),
  }))

  bind(routes, termsCalls.agreed, async ({ viewer, now }) => ({
    data: await agreementsOf(database, viewer.member_id, now),
  }))

  bind(routes, termsCalls.agree, async ({ viewer: { member_id }, body, transaction }) => ({
    data: await transaction(async (tx) => {
      await storeTermsInForce(tx)
      await agreeToTerms(tx, member_id, body.version)
      return await agreementsOf(tx, member_id, tx.now)
    }),
    message: 'terms_agreed_successfully',
  }))

  bind(routes, adminTermsCalls.list, async ({ now }) => ({ data: await adminTerms(database, now) }))

  bind(routes, adminTermsCalls.announce, async ({ body, operator, transaction }) => ({
    data: { proposal_id: await transaction((tx) => proposeTerms(tx, body, operator)) },
  }))
}

// The web role: every module's routes, the app's files, and the link service if it shares the process.
import type { FastifyInstance } from 'fastify'
import {
  bankCharge,
  bankingAdminRoutes,
  bankingRoutes,
  handImport,
  openingBalance,
  paymentAboveAnnounced,
  payoutAccountChange,
  unmatchedPaymentRefund,
  refundTakenBack,
} from './banking/banking.ts'
import { campaignAdminRoutes } from './campaigns/campaigns.admin.ts'
import { campaignRoutes } from './campaigns/campaigns.routes.ts'
import {
  contentAdminRoutes,
  contentRoutes,
  publicSettings,
  settingAdminRoutes,
  bannerProposal,
  pageProposals,
  popupProposal,
  settingProposals,
  termsProposal,
  termsRoutes,
} from './content/content.ts'
import { openCardProvider, cardRoutes, depositAdminRoutes, depositRoutes } from './deposits/deposits.ts'
import { documentAdminRoutes, documentRoutes } from './documents/documents.ts'
import {
  bankingHooks,
  depositsHooks,
  contentHooks,
  documentsHooks,
  levelsHooks,
  membersHooks,
  noticesHooks,
} from './hooks.ts'
import { invoiceAdminRoutes } from './invoices/invoices.admin.ts'
import { invoiceRoutes } from './invoices/invoices.routes.ts'
import { ledgerAdminRoutes, ledgerProposals } from './ledger/ledger.admin.ts'
import { levelAdminRoutes } from './levels/levels.admin.ts'
import { levelRoutes } from './levels/levels.routes.ts'
import { levelsProposal } from './levels/levels.ts'
import { linkRoutes } from './links.ts'
import { invitationAdminRoutes } from './members/invitations.admin.ts'
import { houseCode } from './members/invitations.ts'
import { memberAdminRoutes } from './members/members.admin.ts'
import { memberRoutes } from './members/members.routes.ts'
import { openPhoneCodes, refuseLockedOut, viewerFinder } from './members/members.ts'
import { memberProposals } from './members/operator-locks.ts'
import { broadcastAdminRoutes } from './notices/broadcasts.admin.ts'
import { broadcastProposal } from './notices/broadcasts.ts'
import { channelRoutes } from './notices/channels.routes.ts'
import { liveRoutes } from './notices/live.ts'
import { noticeRoutes } from './notices/notices.routes.ts'
import { verifyRoutes } from './notices/verify.routes.ts'
import { orderAdminRoutes } from './orders/orders.admin.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import { namesIn, overviewAdminRoutes } from './overview/overview.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import { openFiles } from './platform/files/files.ts'
import { adminFiles } from './platform/http/admin-files.ts'
import { appFiles, scriptHashes } from './platform/http/app-files.ts'
import type { App, Routes } from './platform/http/app.ts'
import { shedLoad } from './platform/http/load-shedding.ts'
import { watchMethods } from './platform/http/methods.ts'
import { openApiRoutes } from './platform/http/openapi.ts'
import { openServer } from './platform/http/server.ts'
import { fillShell } from './platform/http/shell.ts'
import { wellKnownRoutes } from './platform/http/well-known.ts'
import { privacyRoutes } from './privacy/privacy.ts'
import {
  operatorFinder,
  type ProposalKind,
  operatorsOfSides,
  recordLooks,
  staffAdminRoutes,
  staffRoutes,
} from './staff/staff.ts'
import { answeringRoutes } from './support/answering.admin.ts'
import { supportProposals } from './support/refund.proposal.ts'
import { strangerRoutes } from './support/strangers.ts'
import { supportAdminRoutes } from './support/support.admin.ts'
import { supportRoutes } from './support/support.routes.ts'
import {
  linkByDevice,
  openDevices,
  postbackRoutes,
  trackingAdminRoutes,
  trackingRoutes,
} from './tracking/tracking.ts'
import { proofAdminRoutes, proofRoutes, transparencyRoutes } from './transparency/transparency.ts'
import { withdrawalAdminRoutes } from './withdrawals/withdrawals.admin.ts'
import { withdrawalRoutes } from './withdrawals/withdrawals.routes.ts'
import {
  lateBatch,
  paymentAssignment,
  payoutReport,
  payoutWithFee,
  statementRevocation,
  withdrawalOverThreshold,
} from './withdrawals/withdrawals.ts'

/** Proposal kinds of all modules except staff, which adds its own. */
const proposalsOf = (config: Config): readonly ProposalKind[] => [
  ...ledgerProposals,
  ...memberProposals({ mail: config.mail !== undefined }),
  houseCode,
  ...settingProposals(contentHooks),
  ...pageProposals,
  popupProposal,
  termsProposal,
  bannerProposal,
  broadcastProposal,
  levelsProposal,
  withdrawalOverThreshold,
  unmatchedPaymentRefund,
  refundTakenBack,
  paymentAssignment,
  paymentAboveAnnounced,
  payoutReport,
  payoutWithFee,
  lateBatch,
  statementRevocation,
  handImport,
  bankCharge,
  openingBalance,
  payoutAccountChange,
  ...supportProposals,
]

interface WebContext {
  readonly config: Config
  readonly database: Database
  /** Build folder of the member app. */
  readonly dist: string
  /** Build folder of the back office, which may be built later. */
  readonly adminDist: string
}

/** What the calls share; the platform takes what it needs of modules from here. */
async function openApp(config: Config, database: Database): Promise<App> {
  const files = await openFiles(config)
  const devices = openDevices(database, config, linkByDevice)
  return {
    config,
    database,
    files,
    findViewer: viewerFinder({ config, database }),
    refuseLockedOut,
    findOperator: operatorFinder({ config, database }),
    waitsFor: async (side) => (await operatorsOfSides(database, database.clock.now()))[side],
    recordLooks: (operator, kind, looks) => recordLooks(database, operator, kind, looks),
    namesIn: async (role, answer) => await namesIn(await database.replica(), role, answer),
    async seen(viewer, request, reply) {
      // A disconnected client has no address, and gets no response.
      if (request.socket.remoteAddress === undefined) return
      const { cookie, 'user-agent': agent = '' } = request.headers
      const visitor = { address: request.ip, agent, cookie }
      const setCookie = await devices.note(database, viewer.member_id, visitor, database.clock.now())
      if (setCookie !== null) reply.header('set-cookie', setCookie)
    },
  }
}

/** The API, the member app from `dist`, and tracked links if this process has that role. Not listening yet. */
export async function openWeb({ config, database, dist, adminDist }: WebContext): Promise<FastifyInstance> {
  const fastify = await openServer(config, scriptHashes(dist))
  shedLoad(fastify)
  const app = await openApp(config, database)
  const routes: Routes = { fastify, app }
  watchMethods(fastify)
  // The bank of a demo answers a tap, unless a real one's connection is configured.
  const demo =
    config.demo && config.bankFeedDir === undefined ? await import('./demo/demo.routes.ts') : undefined
  const card = await openCardProvider(config.card)
  await openApiRoutes(fastify, {
    more: demo === undefined ? {} : { demo: demo.demoCalls },
    cardWebhook: card?.webhook,
  })
  staffRoutes(routes)
  const proposalKinds = staffAdminRoutes(routes, proposalsOf(config))
  const phone_codes = openPhoneCodes(config)
  memberRoutes(routes, membersHooks, phone_codes)
  for (const register of [ledgerAdminRoutes, memberAdminRoutes, invitationAdminRoutes]) register(routes)
  noticeRoutes(routes, noticesHooks)
  await channelRoutes(routes)
  verifyRoutes(routes)
  broadcastAdminRoutes(routes)
  liveRoutes(routes)
  await contentRoutes(routes)
  termsRoutes(routes)
  await contentAdminRoutes(routes)
  settingAdminRoutes(routes, contentHooks)
  bankingRoutes(routes)
  await bankingAdminRoutes(routes, bankingHooks)
  depositRoutes(routes, card, depositsHooks)
  await cardRoutes(routes, card)
  depositAdminRoutes(routes)
  withdrawalRoutes(routes)
  await withdrawalAdminRoutes(routes)
  documentRoutes(routes, documentsHooks)
  documentAdminRoutes(routes, documentsHooks)
  invoiceRoutes(routes)
  invoiceAdminRoutes(routes)
  levelRoutes(routes, levelsHooks)
  levelAdminRoutes(routes)
  trackingRoutes(routes)
  trackingAdminRoutes(routes)
  await postbackRoutes(routes)
  await campaignRoutes(routes)
  campaignAdminRoutes(routes)
  orderRoutes(routes, phone_codes)
  orderAdminRoutes(routes)
  for (const register of [supportRoutes, strangerRoutes, supportAdminRoutes, answeringRoutes])
    register(routes)
  privacyRoutes(routes)
  transparencyRoutes(routes)
  proofRoutes(routes)
  proofAdminRoutes(routes)
  overviewAdminRoutes(routes, phone_codes, proposalKinds)
  demo?.demoRoutes(routes)
  if (config.roles.includes('links')) await fastify.register(linkRoutes, { config, database })
  await app.files.serve(fastify)
  wellKnownRoutes(routes)
  await adminFiles(fastify, adminDist, config)
  await appFiles(fastify, {
    dist,
    async fill(shell, when, screens) {
      const settings =
        when === 'now' ? await publicSettings(database, config).catch(() => undefined) : undefined
      return fillShell(shell, { apiBase: config.apiBase, apiOrigin: config.apiOrigin, settings, screens })
    },
  })
  return fastify
}

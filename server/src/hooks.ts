// What modules call of modules to their right, which they may not import: each module to the left says in `<Module>Hooks` what
// it needs, and web.ts and worker.ts hand it over (docs/architecture.md).
import type { BankingHooks } from './banking/banking.ts'
import { brandsOfCampaigns, requirePayable } from './campaigns/campaigns.ts'
import { type ContentHooks, settingsOf, siteTitle, storeTermsInForce } from './content/content.ts'
import type { DepositsHooks } from './deposits/deposits.ts'
import type { DocumentsHooks } from './documents/documents.ts'
import { enforceMinServiceFee, levelNamesOf, type LevelsHooks, minServiceFee } from './levels/levels.ts'
import type { MembersHooks } from './members/members.ts'
import type { NoticesHooks } from './notices/notices.ts'
import { anyPaidByPerson, brandsOfOrders, recentRewards } from './orders/orders.ts'
import { decideFewNewLines, takeStatusReport } from './withdrawals/withdrawals.ts'

export const membersHooks: MembersHooks = {
  siteTitle,
  storeTerms: storeTermsInForce,
  mobileNetworks: async (on) => (await settingsOf(on)).mobile_networks,
  anyPaidByPerson,
}
export const noticesHooks: NoticesHooks = { styleOf: settingsOf, siteTitle }
export const contentHooks: ContentHooks = { enforceMinServiceFee, minServiceFee }
export const bankingHooks: BankingHooks = { decideFewNewLines, takeStatusReport }
export const depositsHooks: DepositsHooks = { requirePayable }
export const documentsHooks: DocumentsHooks = {
  order: brandsOfOrders,
  campaign: brandsOfCampaigns,
  level: levelNamesOf,
}
export const levelsHooks: LevelsHooks = { recentRewards }

import { bankingCalls } from './banking.ts'
import { campaignCalls } from './campaigns.ts'
import { contentCalls } from './content.ts'
import { depositCalls } from './deposits.ts'
import { documentCalls } from './documents.ts'
// Every call of the API by module: bound by the server, documented as OpenAPI, and enumerated by the access tests.
import type { Endpoint } from './endpoint.ts'
import { invoiceCalls } from './invoices.ts'
import { levelCalls } from './levels.ts'
import { memberCalls } from './members.ts'
import { noticeCalls } from './notices.ts'
import { orderCalls } from './orders.ts'
import { personalDataCalls } from './personal-data.ts'
import { phoneCodeCalls } from './phone-codes.ts'
import { postbackCalls } from './postbacks.ts'
import { proofCalls } from './proofs.ts'
import { securityCalls } from './security.ts'
import { strangerCalls, supportCalls } from './support.ts'
import { termsCalls } from './terms.ts'
import { trackingCalls } from './tracking.ts'
import { transparencyCalls } from './transparency.ts'
import { verifyCalls } from './verify.ts'
import { withdrawalCalls } from './withdrawals.ts'

export const api = {
  members: memberCalls,
  security: securityCalls,
  phone_codes: phoneCodeCalls,
  notices: noticeCalls,
  verify: verifyCalls,
  content: contentCalls,
  terms: termsCalls,
  banking: bankingCalls,
  deposits: depositCalls,
  withdrawals: withdrawalCalls,
  documents: documentCalls,
  invoices: invoiceCalls,
  levels: levelCalls,
  tracking: trackingCalls,
  postbacks: postbackCalls,
  orders: orderCalls,
  campaigns: campaignCalls,
  support: supportCalls,
  strangers: strangerCalls,
  account: personalDataCalls,
  transparency: transparencyCalls,
  proofs: proofCalls,
} satisfies Record<string, Record<string, Endpoint>>

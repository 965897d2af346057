// Campaigns: placing, paying, review, the slices orders are made of, and what is returned at the end. A
// campaign never promises more than its escrow has (promise 2). Lock order: member, campaign, level
// purchase, and the ledger's accounts last.
export { campaignData, countOpenCampaigns } from './account.ts'
export { checkCampaigns } from './campaigns.check.ts'
export { setConfirmHours } from './confirm-hours.ts'
export { endCampaigns, endDueCampaigns, placingTidier, tidyPlacing } from './campaigns.jobs.ts'
export { campaignAdminRoutes, campaignsWaiting } from './campaigns.admin.ts'
export { campaignRoutes } from './campaigns.routes.ts'
export type { Campaign } from './campaigns.store.ts'
export {
  approveCampaign,
  cancelCampaign,
  finishCampaign,
  pauseByOperator,
  pauseCampaign,
  rejectCampaign,
  resumeByOperator,
  resumeCampaign,
} from './lifecycle.ts'
export { draftCipher } from './draft-encryption.ts'
export type { NewCampaign } from './fields.ts'
export { payCampaign, quoteFor } from './payment.ts'
export { brandsOfCampaigns, campaignsOf, createCampaign, getCampaign } from './placing.ts'
export { deliverSlices, drawSlice, findDrawable, releaseSlices, type Slice } from './slices.ts'
